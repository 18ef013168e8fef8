import { callerMay, type RequestContext } from '../../graphql/request-context.ts';
import { type FilterInput, type FilterKind, ignoredOf } from './dashboard-scope.ts';
import { tileReader } from './tile-reader.ts';

/** A running campaign with the usage of its limits. */
export interface RunningCampaign {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly endsAt: string;
  readonly timezone: string;
  readonly rewardType: string;
  readonly usedPercent: number | null;
  readonly limitKind: 'BUDGET' | 'REDEMPTIONS' | null;
  readonly redemptions: number;
  readonly redemptionsLimit: number | null;
  readonly pointsUsed: number | null;
  readonly usedMinor: number | null;
  readonly budgetMinor: number | null;
  readonly currency: string | null;
  readonly exhaustsAt: string | null;
}

/** The campaigns that are running now. */
export interface CampaignTile {
  readonly running: number;
  readonly mostUsed: readonly RunningCampaign[];
  readonly asOf: Date;
  readonly ignoresFilters: readonly FilterKind[];
}

// Held amounts count as used.
const RUNNING = `
  select r.id, r.code, r.name, r.ends_at as "endsAt", r.timezone, r.reward_type::text as "rewardType", r.currency,
    r.budget_minor as "budgetMinor", r.redemptions_limit as "redemptionsLimit", u.minor as "usedMinor", u.redemptions,
    case r.reward_type when 'POINTS' then u.points end as "pointsUsed", l.kind as "limitKind",
    floor(l.percent * 10)::float8 / 10 as "usedPercent", campaign_exhausts_at(r.id, l.kind = 'BUDGET', l.used, l.most) as "exhaustsAt", count(*) over () as running
  from campaign r
    cross join lateral (select coalesce(sum(s.discount_used_minor), 0)::bigint as minor, coalesce(sum(s.redemptions_used), 0)::bigint as redemptions,
      coalesce(sum(s.points_used), 0)::bigint as points from campaign_slice s where s.campaign_id = r.id) u
    left join lateral (
      select v.kind, v.percent, v.used, v.most from (values
        ('BUDGET', u.minor * 100.0 / nullif(r.budget_minor, 0), u.minor, r.budget_minor),
        ('REDEMPTIONS', u.redemptions * 100.0 / nullif(r.redemptions_limit, 0), u.redemptions, r.redemptions_limit::bigint)
      ) as v (kind, percent, used, most)
      where v.percent is not null order by v.percent desc, v.kind limit 1) l on true
  where r.state = 'ACTIVE' and r.starts_at <= now() and r.ends_at > now()
    and campaign_status_now(r.id, r.state, r.starts_at, r.ends_at) = 'RUNNING'
  order by l.percent desc nulls last, r.ends_at, r.id limit $1`;

/**
 * Returns the running campaigns with the highest usage. Amounts of money are null for callers who may not see them.
 * @throws AppError `query.timed-out`
 */
export async function campaignTile(context: RequestContext, filter: FilterInput, first: number): Promise<CampaignTile> {
  const rows = await tileReader(context).rows<RunningCampaign & { readonly running: number }>(RUNNING, [first]);
  const seesMoney = callerMay(context.caller, 'dashboard.read-money');
  const hidden = { usedMinor: null, budgetMinor: null, currency: null };
  return {
    running: rows[0]?.running ?? 0,
    mostUsed: rows.map((row) => {
      if (!seesMoney) return { ...row, ...hidden };
      return row.currency === null ? { ...row, usedMinor: null } : row;
    }),
    asOf: context.now,
    ignoresFilters: ignoredOf(filter, ['PERIOD', 'COUNTRY', 'AREA']),
  };
}
