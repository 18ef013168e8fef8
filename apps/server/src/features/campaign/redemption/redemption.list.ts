import { couponCodeKey, type Permission, REDEMPTION_STATES, type RedemptionState } from '@backcounter/domain';
import { callerMay } from '../../../graphql/request-context.ts';
import { column, type NamedList, type RowOf, type SearchMode } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { filterBy, sortBy, staffColumns } from '../../../listing/list-parts.ts';
import type { Caller } from '../../../ports/identity.ts';
import { ownRows } from '../streamer/campaign-visibility.ts';

const ONE = 'Required: `in` names exactly one.';
/** The end of a code; at most half of a short shared code. */
export const CODE_END = `(select right(k.code, least(4, char_length(k.code) / 2)) from coupon k
  where k.campaign_id = r.campaign_id and k.id = r.coupon_id)`;

const COLUMNS = {
  id: column<string>('r.id'),
  state: column<RedemptionState>('r.state::text'),
  couponId: column<string>('r.coupon_id'),
  codeLast4: column<string>(CODE_END),
  campaignId: column<string>('r.campaign_id'),
  campaignCode: column<string>('c.code'),
  campaignName: column<string>('c.name'),
  storeId: column<string | null>('r.store_id'),
  storeSid: column<string>('s.sid'),
  storeName: column<string>('s.name'),
  streamerId: column<string | null>('r.streamer_id'),
  streamerName: column<string>('p.display_name'),
  accountId: column<string>('r.account_id'),
  accountNumber: column<number>('a.public_no'),
  accountName: column<string | null>('a.display_name'),
  orderReference: column<string | null>('r.order_ref'),
  orderMinor: column<number | null>('r.order_minor'),
  discountMinor: column<number | null>('r.discount_minor'),
  currency: column<string | null>('r.currency'),
  points: column<number | null>('r.points'),
  commissionMinor: column<number | null>('r.commission_minor'),
  reservedAt: column<string>('r.reserved_at'),
  reservedUntil: column<string | null>('r.reserved_until'),
  confirmedAt: column<string | null>('r.confirmed_at'),
  releasedAt: column<string | null>('r.released_at'),
  isLapsed: column<boolean>('coalesce(r.released_at >= r.reserved_until, false)'),
  rolledBackAt: column<string | null>('r.rolled_back_at'),
  ...staffColumns('rolledBackBy', 'r.rolled_back_by'),
  rollbackReason: column<string | null>('r.rollback_reason'),
  isReversible: column<boolean>(`redemption_refusal('ROLL_BACK', r.state, r.confirmed_at) is null`),
};
export type RedemptionRow = RowOf<typeof COLUMNS>;

/** Redemptions of one campaign, newest first. */
export const campaignRedemptionList = redemptionList('campaign-redemptions', 'redemption.read', 'campaign');
/** Redemptions of one account, newest first. */
export const accountRedemptionList = redemptionList('account-redemptions', 'account.read', 'account');

function redemptionList(name: string, readPermission: Permission, within: 'account' | 'campaign'): NamedList {
  return {
    name,
    readPermission,
    from: 'coupon_redemption r',
    key: { sql: 'r.id', cast: 'uuid', field: 'id' },
    columns: COLUMNS,
    needs: {
      campaign: ['campaignId', 'campaignCode', 'campaignName'],
      store: ['storeId', 'storeSid', 'storeName'],
      streamer: ['streamerId', 'streamerName'],
      account: ['accountId', 'accountNumber', 'accountName'],
      canRollBack: ['isReversible'],
    },
    joins: {
      campaign: 'left join campaign c on c.id = r.campaign_id',
      store: 'left join store s on s.id = r.store_id',
      streamer: 'left join streamer p on p.id = r.streamer_id',
      account: 'left join account a on a.id = r.account_id',
    },
    sorts: {
      RESERVED: sortBy.instant('r.reserved_at', 'reservedAt'),
    },
    defaultSort: 'RESERVED',
    filters: {
      campaign: filterBy.id('r.campaign_id', within === 'campaign' ? ONE : 'Campaign of the code.', {
        ...(within === 'campaign' && { isRequired: true }),
      }),
      account: filterBy.id('r.account_id', within === 'account' ? ONE : 'Account that used the code.', {
        ...(within === 'account' && { isRequired: true }),
      }),
      state: filterBy.enum('r.state', REDEMPTION_STATES, 'State of the redemption.', { cast: 'redemption_state' }),
      store: filterBy.id('r.store_id', 'Store where the code was used.'),
      streamer: filterBy.id('r.streamer_id', 'Streamer of the code.'),
      reserved: filterBy.instant('r.reserved_at', 'When the use was reserved.'),
      confirmed: filterBy.instant('r.confirmed_at', 'When the use was confirmed.'),
      discount: filterBy.number('r.discount_minor', 'Discount in minor units.'),
      order: filterBy.number('r.order_minor', 'Price of the order in minor units.'),
    },
    searches: (caller) => (callerMay(caller, 'coupon.reveal') ? ['ID', 'CODE', 'REFERENCE'] : ['ID', 'REFERENCE']),
    planSearch: planSearch,
    ...(within === 'campaign' ? { rows: ownRows('r.campaign_id', 'r.streamer_id') } : {}),
    roleClass: (caller) => (callerMay(caller, 'campaign.read-all') ? 'all' : 'own'),
    exported: {
      createdSql: 'r.reserved_at',
      columns: {
        campaign: { sql: 'c.code', join: 'left join campaign c on c.id = r.campaign_id' },
        codeLast4: { sql: CODE_END },
        state: { sql: 'r.state' },
        store: { sql: 's.sid', join: 'left join store s on s.id = r.store_id' },
        streamer: { sql: 'p.display_name', join: 'left join streamer p on p.id = r.streamer_id' },
        account: { sql: 'a.public_no', join: 'left join account a on a.id = r.account_id' },
        orderReference: { sql: 'r.order_ref' },
        orderMinor: { sql: 'r.order_minor' },
        discountMinor: { sql: 'r.discount_minor' },
        currency: { sql: 'r.currency' },
        points: { sql: 'r.points' },
        commissionMinor: { sql: 'r.commission_minor' },
        reservedAt: { sql: 'r.reserved_at' },
        confirmedAt: { sql: 'r.confirmed_at' },
        releasedAt: { sql: 'r.released_at' },
        rolledBackAt: { sql: 'r.rolled_back_at' },
        rollbackReason: { sql: 'r.rollback_reason' },
        id: { sql: 'r.id' },
      },
    },
    totalSql: null,
  };
}

// Search by whole code needs the permission to see codes, as a match would confirm a guess.
function planSearch(text: string, caller: Caller): readonly SearchMode[] {
  const reference: SearchMode = {
    mode: 'REFERENCE',
    isFragment: false,
    condition: (values) => `r.order_ref = ${values.add(text)}`,
  };
  if (isUuid(text))
    return [{ mode: 'ID', isFragment: false, condition: (values) => `r.id = ${values.add(text)}::uuid` }, reference];
  const key = couponCodeKey(text);
  if (key === null || !callerMay(caller, 'coupon.reveal')) return [reference];
  return [
    {
      mode: 'CODE',
      isFragment: false,
      condition: (values) => `r.coupon_id = (select k.id from coupon k where k.code_key = ${values.add(key)})`,
    },
    reference,
  ];
}
