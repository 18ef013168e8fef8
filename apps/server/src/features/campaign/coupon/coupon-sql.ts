/**
 * SQL of the current status of a coupon `k`. Columns and filters look up the campaign instead of joining it, as jobs lock joined rows.
 */

/** Whether a code is SHARED: short, and not of others. Their uses are counted in slices. */
export const IS_SHARED = '(char_length(k.code) <= 10 and not k.is_own)';
const slices = (sum: string): string =>
  `(select ${sum} from coupon_slice u where u.campaign_id = k.campaign_id and u.coupon_id = k.id)`;
const counted = (column: string): string =>
  `case when ${IS_SHARED} then ${slices(`coalesce(sum(u.${column}), 0)`)} else k.${column} end`;

/** Part of a code that every caller may see: its end, and at most half of a short code. */
export const MASKED_SQL = 'right(k.code, least(4, char_length(k.code) / 2))';
/** A code in groups for reading, which spreadsheets do not parse as a number, unlike `1234E5678901`. */
export const FORMATTED_SQL = `case when char_length(k.code) < 12 then k.code else concat_ws('-', nullif(left(k.code, -12), ''),
  left(right(k.code, 12), 4), left(right(k.code, 8), 4), right(k.code, 4)) end`;
/** Kind of a code. */
export const KIND_SQL = `case when ${IS_SHARED} then 'SHARED' else 'UNIQUE' end`;
/** Confirmed uses. */
export const CONFIRMED_SQL = counted('redemptions_count');
/** Held uses. */
export const RESERVED_SQL = counted('reserved_count');
/** The last use. */
export const LAST_USED_SQL = `case when ${IS_SHARED} then ${slices('max(u.last_used_at)')} else k.last_used_at end`;
/** Latest expiry of held uses. */
export const HELD_UNTIL_SQL = `(select max(r.reserved_until) from coupon_redemption r
  where r.coupon_id = k.id and r.campaign_id = k.campaign_id and r.state = 'RESERVED')`;

const ofCampaign = (sql: string): string => `(select ${sql} from campaign c where c.id = k.campaign_id)`;
/** Current status of a campaign `c`. */
export const CAMPAIGN_STATUS = 'campaign_status_now(c.id, c.state, c.starts_at, c.ends_at)';
/** First and last instant, always within the campaign's window. */
export const VALID_FROM_SQL = `greatest(k.valid_from, ${ofCampaign('c.starts_at')})`;
export const VALID_UNTIL_SQL = `least(k.valid_until, ${ofCampaign('c.ends_at')})`;

/** Status of a coupon `k`, by the SQL of the status of its campaign. */
export const statusIn = (campaignStatus: string): string =>
  `coupon_status(k.state, k.valid_from, k.valid_until, (${CONFIRMED_SQL})::bigint, (${RESERVED_SQL})::bigint, k.max_redemptions, ${campaignStatus}, now())`;
/** Status, by `coupon_status()`. */
export const STATUS_SQL = statusIn(ofCampaign(CAMPAIGN_STATUS));

/** Whether a coupon has been used. The first part is the predicate of an index. */
export const USED_SQL = `((k.redemptions_count > 0 or ${IS_SHARED}) and ${CONFIRMED_SQL} > 0)`;

/**
 * The statuses as conditions. Before the exact rule come conditions that an index decides, or that are evaluated once per query (the
 * status of the campaign, and whether any of its coupons has its own window), so that a rare status among millions of coupons is found
 * without reading them all.
 * @param campaign placeholder of the campaign's id
 */
export function statusConditions(campaign: string) {
  const now = `(select ${CAMPAIGN_STATUS} from campaign c where c.id = ${campaign})`;
  const among = (...statuses: readonly string[]): string =>
    `${now} in (${statuses.map((status) => `'${status}'`).join(', ')})`;
  const hasWindows = `exists (select from coupon w where w.campaign_id = ${campaign} and (w.valid_from is not null or w.valid_until is not null))`;
  const is = (status: string): string => `${statusIn(now)} = '${status}'`;
  const all = (...parts: readonly string[]): string => `(${parts.join(' and ')})`;
  return {
    ACTIVE: all(among('RUNNING'), is('ACTIVE')),
    CAMPAIGN_OFF: all(among('DRAFT', 'PAUSED', 'EXHAUSTED', 'CANCELED', 'ARCHIVED'), is('CAMPAIGN_OFF')),
    DISABLED: all(`k.state = 'DISABLED'`, is('DISABLED')),
    EXPIRED: all(
      `(${among('EXPIRED')} or ${among('SCHEDULED', 'RUNNING')} and ${hasWindows})`,
      `(${among('EXPIRED')} or coalesce(k.valid_until <= now(), false))`,
      is('EXPIRED'),
    ),
    NOT_YET_VALID: all(
      `(${among('SCHEDULED')} or ${among('RUNNING')} and ${hasWindows})`,
      `(${among('SCHEDULED')} or coalesce(k.valid_from > now(), false))`,
      is('NOT_YET_VALID'),
    ),
    REDEEMED: all(`(k.redemptions_count > 0 or ${IS_SHARED})`, is('REDEEMED')),
    RESERVED: all(`(k.reserved_count > 0 or ${IS_SHARED})`, among('RUNNING'), is('RESERVED')),
  };
}
