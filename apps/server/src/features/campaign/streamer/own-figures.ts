import type { RedemptionState } from '@backcounter/domain';
import { type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { CODE_END } from '../redemption/redemption.list.ts';
import { OWN_CAMPAIGNS } from './campaign-visibility.ts';

/** Days that are listed singly: this month and the one before. */
export const OWN_DAYS_MAX = 62;
/** Maximum number of recent uses. */
export const OWN_USES_MAX = 8;

const MINE = 'me.staff_sub = $1';
/** The condition against the id of codes without a streamer is the one of the index. */
const DAILY = `from ${OWN_CAMPAIGNS} join campaign_daily d on d.campaign_id = r.id and d.streamer_id = me.id
    and d.streamer_id <> '00000000-0000-0000-0000-000000000000' where ${MINE}`;
/** Today in the time zone of the campaign. */
const TODAY = '(now() at time zone known_zone(r.timezone))::date';

/** Uses and commission of the calling streamer in one currency. */
export interface OwnFigures {
  readonly currency: string | null;
  readonly uses: number;
  readonly commissionMinor: number;
}

/** Figures of a day or month. */
export interface OwnPeriod extends OwnFigures {
  readonly from: string;
}

const figuresBy = (period: string): string => `
  select ${period}::text as "from", r.currency, sum(d.confirmed - d.rolled_back)::bigint as uses,
    sum(d.commission_minor)::bigint as "commissionMinor" ${DAILY}`;
const ORDER = 'group by 1, 2 order by 1 desc, 2';

/** Figures by day, newest first. */
export function readOwnDays(context: RequestContext): Promise<OwnPeriod[]> {
  return rowsOf(context, `${figuresBy('d.day')} and d.day > ${TODAY} - ${OWN_DAYS_MAX} ${ORDER}`);
}

/** Figures by month, newest first. */
export function readOwnMonths(context: RequestContext): Promise<OwnPeriod[]> {
  return rowsOf(context, `${figuresBy(`date_trunc('month', d.day)::date`)} ${ORDER}`);
}

/** Number of confirmed uses since midnight in the time zone of each campaign. */
export async function readOwnUsesToday(context: RequestContext): Promise<number> {
  const [row] = await rowsOf<{ uses: number }>(
    context,
    `select coalesce(sum(d.confirmed - d.rolled_back), 0)::bigint as uses ${DAILY} and d.day = ${TODAY}`,
  );
  return row?.uses ?? 0;
}

/** Held uses, and the commission that they will bring when they are confirmed. */
export function readOwnPending(context: RequestContext): Promise<OwnFigures[]> {
  return rowsOf(
    context,
    `select x.currency, count(*)::int as uses,
       coalesce(sum(half_up_share(x.order_minor - coalesce(x.discount_minor, 0), cs.commission_bp)), 0)::bigint as "commissionMinor"
     from ${OWN_CAMPAIGNS} join coupon_redemption x on x.campaign_id = r.id and x.streamer_id = me.id
     where ${MINE} and x.state = 'RESERVED' and x.reserved_until > now() group by 1 order by 1`,
  );
}

/** A use of a code of the calling streamer, without the account. */
export interface OwnUse {
  readonly id: string;
  readonly state: RedemptionState;
  readonly at: string;
  readonly codeLast4: string;
  readonly campaignId: string;
  readonly campaignName: string;
  readonly storeName: string | null;
  readonly commissionMinor: number | null;
  readonly currency: string | null;
}

/** The newest uses. Ids ascend with time. */
export function readOwnUses(context: RequestContext): Promise<OwnUse[]> {
  return rowsOf(
    context,
    `select r.id, r.state::text as state, r.reserved_at as at, ${CODE_END} as "codeLast4", r.campaign_id as "campaignId",
       t.name as "campaignName", s.name as "storeName", r.commission_minor as "commissionMinor", r.currency
     from (select r.name, u.* from ${OWN_CAMPAIGNS} cross join lateral (
         select x.campaign_id, x.id from coupon_redemption x where x.streamer_id = me.id and x.campaign_id = r.id
         order by x.id desc limit ${OWN_USES_MAX}) u
       where ${MINE} order by u.id desc limit ${OWN_USES_MAX}) t
     join coupon_redemption r on r.campaign_id = t.campaign_id and r.id = t.id left join store s on s.id = r.store_id
     order by r.id desc`,
  );
}

async function rowsOf<Row>(context: RequestContext, text: string): Promise<Row[]> {
  const { sql, signal } = await readingContext(context);
  return sql.rows<Row>(statementFor(text), [context.caller.sub], { signal, timeoutMs: LIST_TIMEOUT_MS });
}
