/**
 * SQL of what a coupon `k` is now. Columns and filters have no join with the campaign: they look it up, as jobs lock what they join.
 */

/** Uses of SHARED codes, which are short, are counted in slices. */
export const IS_SHARED = 'char_length(k.code) <= 10';
const slices = (sum: string): string =>
  `(select ${sum} from coupon_slice u where u.campaign_id = k.campaign_id and u.coupon_id = k.id)`;
const counted = (column: string): string =>
  `case when ${IS_SHARED} then ${slices(`coalesce(sum(u.${column}), 0)`)} else k.${column} end`;

/** What everybody may see of a code: its end, and of a short one not more than half. */
export const MASKED_SQL = 'right(k.code, least(4, char_length(k.code) / 2))';
/** A code in groups, as people read it, which spreadsheets do not take for a number: `1234E5678901` is none of theirs. */
export const FORMATTED_SQL = `case when ${IS_SHARED} then k.code else concat_ws('-', nullif(left(k.code, -12), ''),
  left(right(k.code, 12), 4), left(right(k.code, 8), 4), right(k.code, 4)) end`;
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

const statusIn = (campaignStatus: string): string =>
  `coupon_status(k.state, k.valid_from, k.valid_until, (${CONFIRMED_SQL})::bigint, (${RESERVED_SQL})::bigint, k.max_redemptions, ${campaignStatus}, now())`;
/** What it is, by the one rule. */
export const STATUS_SQL = statusIn(ofCampaign(CAMPAIGN_STATUS));

/** True for a coupon that somebody has used. The first part is the predicate of an index. */
export const USED_SQL = `((k.redemptions_count > 0 or ${IS_SHARED}) and ${CONFIRMED_SQL} > 0)`;

/**
 * The statuses as conditions: the rule, and in front of it what an index decides or what is found out once before any coupon is read
 * (the status of the campaign, and whether any coupon of it has a window of its own), so that a status that none or few of millions have is
 * answered without reading the millions.
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
