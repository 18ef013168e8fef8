import { may } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { EmptyState, RelativeTime } from '@backcounter/ui';
import { Link } from '@tanstack/react-router';
import type { AccountRedemptionsQuery } from '../../../generated/graphql.ts';
import { load } from '../../../lib/api/graphql-client.ts';
import { formatMoney } from '../../../lib/format/money.ts';
import { currentRoles } from '../../../lib/settings/session.ts';
import { RedemptionStateMark } from '../../campaign/public.tsx';
import type { AccountRecord } from '../use-account.ts';
import { accountRedemptionsQuery } from './account-redemptions.operations.ts';
import { AccountTab, MoreButton } from './account-tab.tsx';
import { useDetailsPages } from './use-account-details.ts';

type Use = AccountRedemptionsQuery['accountRedemptions']['nodes'][number];
const PAGE_SIZE = 25;

/** Coupons that an account has redeemed: campaign, store, value and state. */
export function AccountCoupons({ account }: { readonly account: AccountRecord }) {
  const { t } = useMessages();
  const uses = useDetailsPages<Use>([account.id, 'coupons'], async (after, signal) => {
    const variables = { filter: { account: { in: [account.id] } }, first: PAGE_SIZE, after };
    return (await load(accountRedemptionsQuery, variables, signal)).accountRedemptions;
  });
  const rows = uses.data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <AccountTab loaded={uses}>
      {rows.length === 0 ? <EmptyState title={t('account.coupon.none')} /> : null}
      <ul className="bc-tab-rows">
        {rows.map((use) => (
          <UseRow key={use.id} use={use} />
        ))}
      </ul>
      <MoreButton pages={uses} />
    </AccountTab>
  );
}

function UseRow({ use }: { readonly use: Use }) {
  const { t, locale, timeZone } = useMessages();
  const { campaign, store, discountMinor, currency, points } = use;
  const given =
    discountMinor != null && currency != null
      ? formatMoney(discountMinor, currency, locale)
      : points != null
        ? t('account.coupon.points', { count: points, figure: new Intl.NumberFormat(locale).format(points) })
        : null;
  return (
    <li className="bc-tab-row" data-over={use.state === 'RELEASED' || use.state === 'ROLLED_BACK' || undefined}>
      <div>
        {may(currentRoles(), 'area.campaign-coupons') ? (
          <Link to="/campaigns/$id" params={{ id: campaign.id }}>
            <bdi>{campaign.name}</bdi>
          </Link>
        ) : (
          <b dir="auto">{campaign.name}</b>
        )}
        <small>
          <span className="bc-code" dir="ltr">
            •••• {use.codeLast4}
          </span>
          {' · '}
          <bdi>{store?.name ?? t('account.coupon.in-app')}</bdi>
          {' · '}
          <RelativeTime value={new Date(use.confirmedAt ?? use.reservedAt)} locale={locale} timeZone={timeZone} />
        </small>
        {use.rollbackReason ? <small dir="auto">{use.rollbackReason}</small> : null}
      </div>
      <div className="bc-tab-end">
        {given === null ? null : <b>{given}</b>}
        <RedemptionStateMark state={use.state} isLapsed={use.isLapsed} />
      </div>
    </li>
  );
}
