import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { AccountGiveawaysQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { GiveawayStatusMark, WinnerStateMark } from '../../giveaway/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountGiveawaysQuery } from './account-giveaways.operations.ts';
import { AccountTab, MoreButton } from './account-tab.tsx';
import { useDetailsPages } from './use-account-details.ts';

type Participation = AccountGiveawaysQuery['accountGiveaways']['nodes'][number];
const PAGE_SIZE = 25;

/** Giveaways that an account has entered, with its tickets and the result. */
export function AccountGiveaways({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const entries = useDetailsPages<Participation>([account.id, 'giveaways', locale], async (after, signal) => {
    const variables = { filter: { account: { in: [account.id] } }, first: PAGE_SIZE, after, locale };
    return (await load(accountGiveawaysQuery, variables, signal)).accountGiveaways;
  });
  const rows = entries.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <AccountTab loaded={entries}>
      {rows.length === 0 ? <EmptyState title={t('account.giveaway.none')} /> : null}
      <ul className="bc-tab-rows">
        {rows.map((entry) => (
          <EntryRow key={entry.id} entry={entry} account={account.id} />
        ))}
      </ul>
      <MoreButton pages={entries} />
    </AccountTab>
  );
}

function EntryRow({ entry, account }: { readonly entry: Participation; readonly account: string }) {
  const { t, locale, timeZone } = useMessages();
  const { giveaway, state, tickets, pointsPaid, winnerState, prizeTitle } = entry;
  const figure = (value: number) => new Intl.NumberFormat(locale).format(value);
  return (
    <li className="bc-tab-row" data-over={state === 'VALID' ? undefined : true}>
      <div>
        <Link to="/giveaways/$id/transactions" params={{ id: giveaway.id }} search={{ account }}>
          <bdi>{giveaway.title}</bdi>
        </Link>
        <small>
          <span className="bc-code" dir="ltr">
            {giveaway.code}
          </span>
          {' · '}
          {t('account.giveaway.tickets', { count: tickets, figure: figure(tickets) })}
          {pointsPaid > 0 ? (
            <>
              {' · '}
              {t('account.coupon.points', { count: pointsPaid, figure: figure(pointsPaid) })}
            </>
          ) : null}
          {' · '}
          <RelativeTime value={new Date(entry.enteredAt)} locale={locale} timeZone={timeZone} />
        </small>
      </div>
      <div className="bc-tab-end">
        {prizeTitle == null ? null : <b dir="auto">{prizeTitle}</b>}
        {winnerState != null ? (
          <WinnerStateMark status={winnerState} />
        ) : state === 'VALID' ? (
          <GiveawayStatusMark status={giveaway.status} />
        ) : (
          t(state === 'WITHDRAWN' ? 'account.giveaway.withdrawn' : 'account.giveaway.disqualified')
        )}
      </div>
    </li>
  );
}
