import { GIVEAWAY_ENTRY_STATES, type GiveawayEntryState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconGift } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountGiveawayCountsQueryVariables, AccountGiveawaysQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { countedChoices, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { Latest } from '../../../records/tab/tab-head.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import { EntryStateMark, GiveawayStatusMark, WinnerStateMark } from '../../giveaway/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountGiveawayCountsQuery, accountGiveawaysQuery } from './account-giveaways.operations.ts';
import { useDetailsCounts, useDetailsPages } from './use-account-details.ts';

type Participation = AccountGiveawaysQuery['accountGiveaways']['nodes'][number];
const PAGE_SIZE = 25;

/** Giveaways that an account has entered, with its tickets and the result. */
export function AccountGiveaways({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const [state, setState] = useState<GiveawayEntryState | null>(null);
  const own = { account: { in: [account.id] } };
  const counts = useDetailsCounts([account.id, 'giveaways'], (signal) => {
    const variables = {
      valid: { ...own, state: { in: ['VALID'] } },
      withdrawn: { ...own, state: { in: ['WITHDRAWN'] } },
      disqualified: { ...own, state: { in: ['DISQUALIFIED'] } },
      won: { ...own, winnerState: { in: ['NOTIFIED', 'CLAIMED', 'FULFILLED'] } },
    } satisfies AccountGiveawayCountsQueryVariables;
    return load(accountGiveawayCountsQuery, variables, signal);
  });
  const entries = useDetailsPages<Participation>([account.id, 'giveaways', locale, state], async (after, signal) => {
    const filter = state === null ? own : { ...own, state: { in: [state] } };
    return (await load(accountGiveawaysQuery, { filter, first: PAGE_SIZE, after, locale }, signal)).accountGiveaways;
  });
  const rows = entries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const latest = rows[0];
  return (
    <TabRows
      loaded={entries}
      rowCount={rows.length}
      head={{
        summary: counts
          ? t('account.giveaway.summary', {
              entered: counts.VALID + counts.WITHDRAWN + counts.DISQUALIFIED,
              won: counts.won,
            })
          : t('account.tab.giveaways'),
        note: latest ? <Latest at={new Date(latest.enteredAt)} /> : null,
        filter: (
          <TabFilter
            label={t('records.tab.filter')}
            value={state}
            onChange={setState}
            choices={countedChoices(
              t('records.tab.all'),
              GIVEAWAY_ENTRY_STATES,
              (each) => t(`giveaway.entry.state.${each}`),
              counts,
            )}
          />
        ),
      }}
      empty={{
        title: t('account.giveaway.none'),
        body: t('account.giveaway.none-body'),
        action: (
          <Button component={Link} to="/giveaways">
            {t('account.giveaway.none-action')}
          </Button>
        ),
      }}
      onShowAll={state === null ? null : () => setState(null)}
    >
      <TabCard>
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} account={account.id} />
        ))}
      </TabCard>
    </TabRows>
  );
}

function EntryRow({ entry, account }: { readonly entry: Participation; readonly account: string }) {
  const { t, locale, timeZone } = useMessages();
  const { giveaway, state, tickets, pointsPaid, winnerState, prizeTitle } = entry;
  return (
    <TabRow
      icon={IconGift}
      isOver={state !== 'VALID'}
      title={
        <Link to="/giveaways/$id/transactions" params={{ id: giveaway.id }} search={{ account }}>
          <bdi>{giveaway.title}</bdi>
        </Link>
      }
      details={[
        t('account.giveaway.tickets', { count: tickets }),
        pointsPaid > 0 ? t('account.coupon.points', { count: pointsPaid }) : null,
        <RelativeTime key="at" value={new Date(entry.enteredAt)} locale={locale} timeZone={timeZone} />,
      ]}
      end={
        <>
          {prizeTitle == null ? null : <b dir="auto">{prizeTitle}</b>}
          {winnerState != null ? (
            <WinnerStateMark state={winnerState} />
          ) : state === 'VALID' ? (
            <GiveawayStatusMark state={giveaway.status} />
          ) : (
            <EntryStateMark state={state} />
          )}
        </>
      }
    />
  );
}
