import { AppError, REDEMPTION_LIMITS } from '@backcounter/domain';
import { callerMay, type RequestContext, readingContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';

/** A period of a campaign, and optionally one streamer. */
export interface StatisticsScope {
  readonly campaignId: string;
  /** Null: all streamers. */
  readonly streamerId: string | null;
  readonly currency: string | null;
  readonly timezone: string;
  /** First and last day, in the campaign's time zone. */
  readonly from: string;
  readonly to: string;
}

/** Figures of confirmed redemptions; amounts exclude those that were rolled back. */
export interface RedemptionFigures {
  readonly confirmed: number;
  readonly rolledBack: number;
  readonly orderMinor: number;
  readonly discountMinor: number;
  readonly points: number;
  readonly commissionMinor: number;
}

const FIGURES = `coalesce(sum(d.confirmed), 0)::bigint as confirmed, coalesce(sum(d.rolled_back), 0)::bigint as "rolledBack",
  coalesce(sum(d.order_minor), 0)::bigint as "orderMinor", coalesce(sum(d.discount_minor), 0)::bigint as "discountMinor",
  coalesce(sum(d.points), 0)::bigint as points, coalesce(sum(d.commission_minor), 0)::bigint as "commissionMinor"`;
const WITHIN = `from campaign_daily d
  where d.campaign_id = $1::uuid and d.day between $2::date and $3::date and ($4::uuid is null or d.streamer_id = $4::uuid)`;
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Default number of days. */
const DAYS_DEFAULT = 90;
/** Maximum number of stores and of streamers; the totals include all. */
const PARTIES_MAX = 100;

/**
 * The requested period; by default the last 90 days of the campaign.
 * @throws AppError `record.not-found`, also if the caller may not see the campaign; `field.invalid` for an empty or too long period
 */
export async function statisticsScope(
  context: RequestContext,
  { campaignId, from, to }: { campaignId: string; from?: string | null | undefined; to?: string | null | undefined },
): Promise<StatisticsScope> {
  const { caller } = context;
  const isAll = callerMay(caller, 'campaign.read-all');
  const [found] = isUuid(campaignId)
    ? await rowsOf<{ streamerId: string | null; currency: string | null; timezone: string; from: string; to: string }>(
        context,
        `select me.id as "streamerId", c.currency, known_zone(c.timezone) as timezone,
           coalesce($3::date, greatest((c.starts_at at time zone known_zone(c.timezone))::date, ends.on_day - ${DAYS_DEFAULT - 1}))::text as "from",
           ends.on_day::text as "to"
         from campaign c
           left join (campaign_streamer cs join streamer me on me.id = cs.streamer_id and me.staff_sub = $2 and me.state = 'ACTIVE')
             on cs.campaign_id = c.id and cs.removed_at is null,
           lateral (select coalesce($4::date, greatest((c.starts_at at time zone known_zone(c.timezone))::date,
             (least(now(), c.ends_at) at time zone known_zone(c.timezone))::date)) as on_day) as ends
         where c.id = $1::uuid`,
        [campaignId, caller.sub, from ?? null, to ?? null],
      )
    : [];
  if (found === undefined || (!isAll && found.streamerId === null))
    throw new AppError('record.not-found', { message: 'There is no such campaign.' });
  const days = (Date.parse(found.to) - Date.parse(found.from)) / 86_400_000;
  if (!(days >= 0 && days < REDEMPTION_LIMITS.statisticsDays))
    throw new AppError('field.invalid', {
      message: `A period has 1 to ${REDEMPTION_LIMITS.statisticsDays} days.`,
      details: { fields: { to: [{ rule: 'invalid' }] } },
    });
  return { ...found, campaignId, streamerId: isAll ? null : found.streamerId };
}

/** Totals of the period. */
export async function readTotals(context: RequestContext, scope: StatisticsScope): Promise<RedemptionFigures> {
  const [totals] = await rowsOf<RedemptionFigures>(context, `select ${FIGURES} ${WITHIN}`, valuesOf(scope));
  if (totals === undefined) throw new Error('The totals have no row.');
  return totals;
}

/** Days with redemptions. */
export function readDays(
  context: RequestContext,
  scope: StatisticsScope,
): Promise<(RedemptionFigures & { readonly day: string })[]> {
  return rowsOf(
    context,
    `select d.day::text as day, ${FIGURES} ${WITHIN} group by d.day order by d.day`,
    valuesOf(scope),
  );
}

/** A store or streamer with its figures; without an id: redemptions without one. */
export interface PartyFigures extends RedemptionFigures {
  readonly id: string | null;
  readonly name: string | null;
  readonly sid?: string | null;
}

/** The 100 stores with the most redemptions. */
export function readStores(context: RequestContext, scope: StatisticsScope): Promise<PartyFigures[]> {
  return rowsOf(
    context,
    `select nullif(t.store_id, '${NOBODY}') as id, s.sid, s.name, t.* from (
       select d.store_id, ${FIGURES} ${WITHIN} group by d.store_id order by sum(d.confirmed - d.rolled_back) desc, d.store_id limit ${PARTIES_MAX}) as t
     left join store s on s.id = t.store_id order by t.confirmed - t."rolledBack" desc, t.store_id`,
    valuesOf(scope),
  );
}

/** The 100 streamers with the most redemptions. */
export function readStreamers(context: RequestContext, scope: StatisticsScope): Promise<PartyFigures[]> {
  return rowsOf(
    context,
    `select nullif(t.streamer_id, '${NOBODY}') as id, s.display_name as name, t.* from (
       select d.streamer_id, ${FIGURES} ${WITHIN} group by d.streamer_id order by sum(d.confirmed - d.rolled_back) desc, d.streamer_id limit ${PARTIES_MAX}) as t
     left join streamer s on s.id = t.streamer_id order by t.confirmed - t."rolledBack" desc, t.streamer_id`,
    valuesOf(scope),
  );
}

/** Number of refused codes of one day and reason. */
export interface RejectionFigures {
  readonly day: string;
  readonly reason: string;
  readonly n: number;
}

/** Refused redemptions by day and reason. They are not recorded by streamer, so only callers who see all campaigns get them. */
export async function readRejections(context: RequestContext, scope: StatisticsScope): Promise<RejectionFigures[]> {
  if (scope.streamerId !== null) return [];
  return rowsOf(
    context,
    `select (h.hour at time zone $4)::date::text as day, h.reason, sum(h.n)::bigint as n from coupon_rejection_hourly h
     where h.campaign_id = $1::uuid and h.hour >= ($2::date::timestamp at time zone $4) and h.hour < (($3::date + 1)::timestamp at time zone $4)
     group by 1, 2 order by 1, 2`,
    [scope.campaignId, scope.from, scope.to, scope.timezone],
  );
}

/** Use of a campaign's limits, including held uses; missing limits are null. */
export interface BudgetFigures {
  readonly usedMinor: number;
  readonly budgetMinor: number | null;
  readonly redemptions: number;
  readonly redemptionsLimit: number | null;
}

/** Current use of the limits; null for streamers. */
export async function readBudget(context: RequestContext, scope: StatisticsScope): Promise<BudgetFigures | null> {
  if (scope.streamerId !== null) return null;
  const [budget] = await rowsOf<BudgetFigures>(
    context,
    `select coalesce(sum(s.discount_used_minor), 0)::bigint as "usedMinor", c.budget_minor as "budgetMinor",
       coalesce(sum(s.redemptions_used), 0)::bigint as redemptions, c.redemptions_limit as "redemptionsLimit"
     from campaign c left join campaign_slice s on s.campaign_id = c.id where c.id = $1::uuid group by c.id`,
    [scope.campaignId],
  );
  return budget ?? null;
}

/** Budget spent by the end of each day with redemptions. */
export async function readBudgetDays(
  context: RequestContext,
  scope: StatisticsScope,
): Promise<{ readonly day: string; readonly spentMinor: number }[]> {
  if (scope.streamerId !== null) return [];
  return rowsOf(
    context,
    `select day::text as day, "spentMinor" from (
       select d.day, sum(sum(d.discount_minor)) over (order by d.day)::bigint as "spentMinor" from campaign_daily d
       where d.campaign_id = $1::uuid and d.day <= $3::date group by d.day) as t
     where t.day >= $2::date order by t.day`,
    [scope.campaignId, scope.from, scope.to],
  );
}

/** An alert of a campaign. */
export interface CampaignAlert {
  readonly id: string;
  readonly campaignId: string;
  readonly kind: 'BUDGET' | 'LEAK' | 'REDEMPTIONS';
  readonly percent: number | null;
  readonly raisedAt: string;
}

const ALERT = `select a.id, a.campaign_id as "campaignId", a.kind::text as kind, a.percent, a.raised_at as "raisedAt" from campaign_alert a`;

/** The newest 100 alerts of a campaign, or of all. */
export function readAlerts(context: RequestContext, campaignId: string | null): Promise<CampaignAlert[]> {
  if (campaignId !== null && !isUuid(campaignId)) return Promise.resolve([]);
  return campaignId === null
    ? rowsOf(context, `${ALERT} order by a.raised_at desc, a.id desc limit 100`, [])
    : rowsOf(context, `${ALERT} where a.campaign_id = $1::uuid order by a.raised_at desc, a.id desc limit 100`, [
        campaignId,
      ]);
}

function valuesOf({ campaignId, from, to, streamerId }: StatisticsScope): unknown[] {
  return [campaignId, from, to, streamerId];
}

async function rowsOf<Row>(context: RequestContext, text: string, values: readonly unknown[]): Promise<Row[]> {
  const { sql, signal } = await readingContext(context);
  return sql.rows<Row>(statementFor(text), values, { signal, timeoutMs: LIST_TIMEOUT_MS });
}
