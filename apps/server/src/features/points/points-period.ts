import { AppError, type PointsTransferCode, timezone } from '@backcounter/domain';
import { type RequestContext, readingContext } from '../../graphql/request-context.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { walletById } from './points-wallet.ts';

/** A wallet and a period in a time zone. */
export interface PeriodInput {
  readonly walletId: string;
  readonly from: Date;
  readonly to: Date;
  readonly zone: string;
}

/** Interval between the points of a chart. */
export type ChartStep = 'DAY' | 'WEEK' | 'MONTH';

/** Balance of a wallet over time. */
export interface PointsChart {
  readonly step: ChartStep;
  /** `day` is the first day of the step; `balance` is that at its end, or at the end of the period. */
  readonly points: readonly { readonly day: string; readonly balance: number }[];
  /** Transfers that moved the balance most, by day; at most four. */
  readonly movements: readonly ChartMovement[];
}

/** The transfer that accounts for most of the change in one step. */
export interface ChartMovement {
  /** First day of the step. */
  readonly day: string;
  readonly code: PointsTransferCode;
  /** Negative for a debit. */
  readonly delta: number;
  readonly transferId: string;
}

/** Points credited and debited with one transfer code in one month. */
export interface ExplanationPart {
  /** First day of the month. */
  readonly month: string;
  readonly code: PointsTransferCode;
  readonly credited: number;
  readonly debited: number;
  readonly transfers: number;
}

/** Opening and closing balance with the changes between them. */
export interface PointsExplanation {
  readonly opening: number;
  readonly closing: number;
  readonly parts: readonly ExplanationPart[];
}

const DAY_MS = 86_400_000;
const CHART_POINTS_MAX = 400;
const YEARS_MAX = 33;
const MOVEMENTS_MAX = 4;
/** Changes below this share of the highest balance are not reported. */
const MOVEMENT_SHARE = 0.1;
/** Number of newest entries searched per step; a single large transfer among more entries is rare. */
const MOVEMENT_ENTRIES_MAX = 5_000;

const CHART = statementFor(`
  select to_char(step.day, 'YYYY-MM-DD') as day, coalesce((
    select e.balance_after from points_entry e
    where e.wallet_id = $1::uuid and e.recorded_at < least((step.day + ('1 ' || $5)::interval) at time zone $4, $3::timestamptz)
    order by e.recorded_at desc, e.seq desc limit 1), 0) as balance
  from generate_series(date_trunc($5, $2::timestamptz at time zone $4), $3::timestamptz at time zone $4 - interval '1 microsecond',
    ('1 ' || $5)::interval) as step (day)
  order by step.day`);
const MOVEMENTS = statementFor(`
  select to_char(step.day, 'YYYY-MM-DD') as day, t.code::text as code, e.delta, t.id as "transferId"
  from unnest($6::date[], $7::bigint[]) as step (day, moved)
    cross join lateral (
      select lately.delta, lately.transfer_id from (
        select delta, transfer_id from points_entry
        where wallet_id = $1::uuid and recorded_at >= greatest(step.day::timestamp at time zone $4, $2::timestamptz)
          and recorded_at < least((step.day::timestamp + ('1 ' || $5)::interval) at time zone $4, $3::timestamptz)
        order by recorded_at desc, seq desc limit ${MOVEMENT_ENTRIES_MAX}
      ) as lately order by abs(delta) desc limit 1
    ) as e
    join points_transfer t on t.id = e.transfer_id
  where sign(e.delta) = sign(step.moved) and abs(e.delta) * 2 >= abs(step.moved)
  order by step.day`);
const BALANCE_BEFORE = `coalesce((select e.balance_after from points_entry e where e.wallet_id = $1::uuid and e.recorded_at < %
  order by e.recorded_at desc, e.seq desc limit 1), 0)`;
const ENDS = statementFor(
  `select ${BALANCE_BEFORE.replace('%', '$2::timestamptz')} as opening, ${BALANCE_BEFORE.replace('%', '$3::timestamptz')} as closing`,
);
const PARTS = statementFor(`
  select to_char(date_trunc('month', e.recorded_at at time zone $4), 'YYYY-MM-DD') as month, t.code::text,
    coalesce(sum(e.delta) filter (where e.delta > 0), 0)::bigint as credited,
    coalesce(-sum(e.delta) filter (where e.delta < 0), 0)::bigint as debited, count(*) as transfers
  from points_entry e join points_transfer t on t.id = e.transfer_id
  where e.wallet_id = $1::uuid and e.recorded_at >= $2::timestamptz and e.recorded_at < $3::timestamptz
  group by 1, t.code order by 1, t.code`);

/**
 * Reads the balance at the end of each day, week or month, whichever gives at most 400 points. Empty for a system wallet.
 * @throws AppError `wallet.not-found`, `field.invalid`
 */
export async function readChart(context: RequestContext, period: PeriodInput): Promise<PointsChart> {
  const values = checked(period);
  const days = (period.to.getTime() - period.from.getTime()) / DAY_MS;
  const step = days < CHART_POINTS_MAX - 2 ? 'DAY' : days < 7 * (CHART_POINTS_MAX - 2) ? 'WEEK' : 'MONTH';
  const { balance } = await walletById(context, period.walletId);
  if (balance === null) return { step, points: [], movements: [] };
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const stepped = [...values, step.toLowerCase()];
  const { sql } = await readingContext(context);
  const points = await sql.rows<PointsChart['points'][number]>(CHART, stepped, options);
  const steps = largestSteps(points);
  if (steps.length === 0) return { step, points, movements: [] };
  const asked = [...stepped, steps.map(({ day }) => day), steps.map(({ moved }) => moved)];
  return { step, points, movements: await sql.rows<ChartMovement>(MOVEMENTS, asked, options) };
}

/** Steps with the largest changes, at least `MOVEMENT_SHARE` of the highest balance each. */
function largestSteps(points: PointsChart['points']): readonly { readonly day: string; readonly moved: number }[] {
  const highest = Math.max(0, ...points.map(({ balance }) => balance));
  return points
    .map(({ day, balance }, place) => ({ day, moved: balance - (points[place - 1]?.balance ?? balance) }))
    .filter(({ moved }) => moved !== 0 && Math.abs(moved) >= highest * MOVEMENT_SHARE)
    .sort((a, b) => Math.abs(b.moved) - Math.abs(a.moved))
    .slice(0, MOVEMENTS_MAX);
}

/**
 * Reads the opening and closing balance, and the points credited and debited between them, by month and kind. A system
 * wallet starts from 0.
 * @throws AppError `wallet.not-found`, `field.invalid`, `query.timed-out` if adding up takes over two seconds
 */
export async function readExplanation(context: RequestContext, period: PeriodInput): Promise<PointsExplanation> {
  const values = checked(period);
  const { balance } = await walletById(context, period.walletId);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const { sql } = await readingContext(context);
  const parts = await sql.rows<ExplanationPart>(PARTS, values, options);
  const sum = parts.reduce((total, { credited, debited }) => total + credited - debited, 0);
  if (balance === null) return { opening: 0, closing: sum, parts };
  const [ends] = await sql.rows<{ opening: number; closing: number }>(ENDS, values.slice(0, 3), options);
  return { opening: ends?.opening ?? 0, closing: ends?.closing ?? 0, parts };
}

function checked({ walletId, from, to, zone }: PeriodInput): readonly unknown[] {
  const fields: Record<string, { rule: string }[]> = {};
  const shown = timezone.safeParse(zone);
  if (!shown.success) fields['zone'] = shown.error.issues.slice(0, 1).map(({ message }) => ({ rule: message }));
  const lengthMs = to.getTime() - from.getTime();
  if (lengthMs <= 0 || lengthMs > YEARS_MAX * 365.25 * DAY_MS) fields['to'] = [{ rule: 'range' }];
  if (Object.keys(fields).length > 0)
    throw new AppError('field.invalid', { message: 'The period is not valid.', details: { fields } });
  return [walletId, from, to, shown.data];
}
