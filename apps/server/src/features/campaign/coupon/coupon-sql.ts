/**
 * SQL of what a coupon `k` is now. Filters have no join with the campaign: they look it up, which is one row for the one campaign that
 * they always name.
 */

/** Uses of SHARED codes, which are short, are counted in slices. */
export const IS_SHARED = 'char_length(k.code) <= 10';
const slices = (sum: string): string =>
  `(select ${sum} from coupon_slice u where u.campaign_id = k.campaign_id and u.coupon_id = k.id)`;
const counted = (column: string): string =>
  `case when ${IS_SHARED} then ${slices(`coalesce(sum(u.${column}), 0)`)} else k.${column} end`;

/** What everybody may see of a code: its end, and of a short one not more than half. */
export const MASKED_SQL = 'right(k.code, least(4, char_length(k.code) / 2))';
/** Kind of a code. */
export const KIND_SQL = `case when ${IS_SHARED} then 'SHARED' else 'UNIQUE' end`;
/** Confirmed uses. */
export const CONFIRMED_SQL = counted('redemptions_count');
/** Uses that are held. */
export const RESERVED_SQL = counted('reserved_count');
/** The last use. */
export const LAST_USED_SQL = `case when ${IS_SHARED} then ${slices('max(u.last_used_at)')} else k.last_used_at end`;
/** Until when the use is held that is held longest. */
export const HELD_UNTIL_SQL = `(select max(r.reserved_until) from coupon_redemption r
  where r.coupon_id = k.id and r.campaign_id = k.campaign_id and r.state = 'RESERVED')`;

const ofCampaign = (sql: string): string => `(select ${sql} from campaign c where c.id = k.campaign_id)`;
const CAMPAIGN_STATUS = 'campaign_status_now(c.id, c.state, c.starts_at, c.ends_at)';
/** First and last instant, which are never outside of the campaign's window. */
export const VALID_FROM_SQL = `greatest(k.valid_from, ${ofCampaign('c.starts_at')})`;
export const VALID_UNTIL_SQL = `least(k.valid_until, ${ofCampaign('c.ends_at')})`;

/** What it is, by the one rule. */
export const STATUS_SQL = `coupon_status(k.state, k.valid_from, k.valid_until, (${CONFIRMED_SQL})::bigint, (${RESERVED_SQL})::bigint,
  k.max_redemptions, ${ofCampaign(CAMPAIGN_STATUS)}, now())`;

/** True for a coupon that somebody has used. The first part is the predicate of an index. */
export const USED_SQL = `((k.redemptions_count > 0 or ${IS_SHARED}) and ${CONFIRMED_SQL} > 0)`;

const campaignIs = (...statuses: readonly string[]): string =>
  `k.campaign_id in (select c.id from campaign c where ${CAMPAIGN_STATUS} in (${statuses.map((status) => `'${status}'`).join(', ')}))`;
const is = (status: string): string => `${STATUS_SQL} = '${status}'`;

/**
 * The statuses as conditions: the rule, and in front of it what an index or a look at the campaign decides, so that a status that
 * none or few of a million coupons have is answered without reading the million.
 */
export const STATUS_CONDITIONS = {
  ACTIVE: `(${campaignIs('RUNNING')} and ${is('ACTIVE')})`,
  CAMPAIGN_OFF: `(${campaignIs('DRAFT', 'PAUSED', 'EXHAUSTED', 'CANCELED', 'ARCHIVED')} and ${is('CAMPAIGN_OFF')})`,
  DISABLED: `(k.state = 'DISABLED' and ${is('DISABLED')})`,
  EXPIRED: `(${campaignIs('EXPIRED', 'SCHEDULED', 'RUNNING')} and ${is('EXPIRED')})`,
  NOT_YET_VALID: `(${campaignIs('SCHEDULED', 'RUNNING')} and ${is('NOT_YET_VALID')})`,
  REDEEMED: `((k.redemptions_count > 0 or ${IS_SHARED}) and ${is('REDEEMED')})`,
  RESERVED: `((k.reserved_count > 0 or ${IS_SHARED}) and ${campaignIs('RUNNING')} and ${is('RESERVED')})`,
} as const;
