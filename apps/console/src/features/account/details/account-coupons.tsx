import { may, REDEMPTION_STATES, type RedemptionState } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { Button } from '@mantine/core';
import { IconTicket } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountRedemptionCountsQueryVariables, AccountRedemptionsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatList } from '../../../lib/format/formats.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { countedChoices, TabFilter } from '../../../records/tab/tab-filter.tsx';
import { Latest } from '../../../records/tab/tab-head.tsx';
import { TabCard, TabRow, TabRows } from '../../../records/tab/tab-rows.tsx';
import { RedemptionStateMark } from '../../campaign/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountRedemptionCountsQuery, accountRedemptionsQuery } from './account-redemptions.operations.ts';
import { useDetailsCounts, useDetailsPages } from './use-account-details.ts';

type Use = AccountRedemptionsQuery['accountRedemptions']['nodes'][number];
const PAGE_SIZE = 25;

/** Coupons that an account has redeemed: campaign, store, value and state. */
export function AccountCoupons({ account }: { readonly account: AccountRecord }) {
  const { t, locale } = useMessages();
  const [state, setState] = useState<RedemptionState | null>(null);
  const of = (each: RedemptionState) => ({ account: { in: [account.id] }, state: { in: [each] } });
  const counts = useDetailsCounts([account.id, 'coupons'], (signal) => {
    const variables = {
      reserved: of('RESERVED'),
      confirmed: of('CONFIRMED'),
      released: of('RELEASED'),
      rolledBack: of('ROLLED_BACK'),
    } satisfies AccountRedemptionCountsQueryVariables;
    return load(accountRedemptionCountsQuery, variables, signal);
  });
  const uses = useDetailsPages<Use>([account.id, 'coupons', state], async (after, signal) => {
    const filter = state === null ? { account: { in: [account.id] } } : of(state);
    return (await load(accountRedemptionsQuery, { filter, first: PAGE_SIZE, after }, signal)).accountRedemptions;
  });
  const rows = uses.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  // Later pages have more: then the amount is left to the campaigns.
  const saved = state === null && !uses.hasNextPage ? savedWords(rows, locale) : null;
  const latest = rows[0];
  return (
    <TabRows
      loaded={uses}
      rowCount={rows.length}
      head={{
        summary: counts
          ? t('account.coupon.summary', {
              used: counts.CONFIRMED,
              saved: saved ?? '',
              has: saved === null ? 'no' : 'yes',
            })
          : t('account.tab.coupons'),
        note: latest ? <Latest at={timeOf(latest)} /> : null,
        filter: (
          <TabFilter
            label={t('records.tab.filter')}
            value={state}
            onChange={setState}
            choices={countedChoices(
              t('records.tab.all'),
              REDEMPTION_STATES,
              (each) => t(`coupon.redemption.state.${each}`),
              counts,
            )}
          />
        ),
      }}
      empty={{
        title: t('account.coupon.none'),
        body: t('account.coupon.none-body'),
        action: may(currentRoles(), 'area.campaign-coupons') ? (
          <Button component={Link} to="/campaigns">
            {t('account.coupon.none-action')}
          </Button>
        ) : null,
      }}
      onShowAll={state === null ? null : () => setState(null)}
    >
      <TabCard>
        {rows.map((use) => (
          <UseRow key={use.id} use={use} />
        ))}
      </TabCard>
    </TabRows>
  );
}

const timeOf = ({ confirmedAt, reservedAt }: Use) => new Date(confirmedAt ?? reservedAt);

/** Discounts of confirmed uses by currency; null without any. */
function savedWords(rows: readonly Use[], locale: string): string | null {
  const sums = new Map<string, number>();
  for (const { state, discountMinor, currency } of rows) {
    if (state !== 'CONFIRMED' || discountMinor == null || currency == null) continue;
    sums.set(currency, (sums.get(currency) ?? 0) + discountMinor);
  }
  if (sums.size === 0) return null;
  return formatList(
    [...sums].map(([currency, minor]) => formatMoney(minor, currency, locale)),
    locale,
  );
}

function UseRow({ use }: { readonly use: Use }) {
  const { t, locale, timeZone } = useMessages();
  const { campaign, store, discountMinor, currency, points } = use;
  const given =
    discountMinor != null && currency != null
      ? formatMoney(discountMinor, currency, locale)
      : points != null
        ? t('account.coupon.points', { count: points })
        : null;
  return (
    <TabRow
      icon={IconTicket}
      isOver={use.state === 'RELEASED' || use.state === 'ROLLED_BACK'}
      title={
        may(currentRoles(), 'area.campaign-coupons') ? (
          <Link to="/campaigns/$id" params={{ id: campaign.id }}>
            <bdi>{campaign.name}</bdi>
          </Link>
        ) : (
          <bdi>{campaign.name}</bdi>
        )
      }
      details={[
        store ? (
          <Link key="store" to="/stores/$id" params={{ id: store.id }}>
            {store.name}
          </Link>
        ) : (
          t('account.coupon.in-app')
        ),
        <RelativeTime key="at" value={timeOf(use)} locale={locale} timeZone={timeZone} />,
        <span key="code" className="bc-code" dir="ltr">
          •••• {use.codeLast4}
        </span>,
      ]}
      notes={[use.rollbackReason ? <bdi key="reason">{use.rollbackReason}</bdi> : null]}
      end={
        <>
          {given === null ? null : <b>{given}</b>}
          <RedemptionStateMark state={use.state} isLapsed={use.isLapsed} />
        </>
      }
    />
  );
}
