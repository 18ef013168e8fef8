import { AppError, JOB_LIMITS, type JobOutcome } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import type { FrozenSelection } from '../../listing/selection.ts';
import { selectedAccounts } from './account-bulk.ts';
import type { AccountBulkAction } from './account-bulk-action.ts';

/** Each of the two or three statements of a dry run may take this long. */
const PREVIEW_TIMEOUT_MS = 250;
/** Where all of them cannot be judged in time, so many are. */
const LOWER_BOUND_ROWS = 10_000;

/** An example of what would happen. */
export interface PreviewSample {
  readonly id: string;
  readonly number: number;
  readonly displayName: string | null;
}

/** Accounts of one outcome and reason. */
export interface PreviewGroup {
  readonly outcome: JobOutcome;
  readonly reason: string | null;
  readonly count: number;
  readonly samples: readonly PreviewSample[];
}

/** What a bulk action would do now. */
export interface BulkPreview {
  /** Give this instant with the selection when the action is started: it then means the rows that were counted here. */
  readonly upTo: string;
  readonly kind: 'EXACT' | 'LOWER_BOUND';
  readonly total: number;
  readonly groups: readonly PreviewGroup[];
}

interface Counted {
  readonly reason: string | null;
  readonly count: number;
}

/** SQL of the reason for which an account stays as it is. */
type Judge = (values: SqlValues) => string;

/** Counts what would happen, by outcome and reason, with examples; changes nothing. Exact unless that takes too long. */
export async function previewBulk(
  context: RequestContext,
  selection: FrozenSelection,
  action: AccountBulkAction,
  targetId: string | null,
): Promise<BulkPreview> {
  const judge: Judge = (values) => action.refusal(values, targetId);
  const all = await withinTime(() => countByReason(context, selection, judge, null));
  const counted = all ?? (await withinTime(() => countByReason(context, selection, judge, LOWER_BOUND_ROWS))) ?? [];
  const samples = (await withinTime(() => readSamples(context, selection, judge, counted))) ?? [];
  return {
    upTo: selection.upTo,
    kind: all === null ? 'LOWER_BOUND' : 'EXACT',
    total: counted.reduce((sum, { count }) => sum + count, 0),
    groups: counted.map(({ reason, count }) => ({
      outcome: reason === null ? 'DONE' : 'SKIPPED',
      reason,
      count,
      samples: samples.filter((sample) => sample.reason === reason),
    })),
  };
}

async function withinTime<T>(run: () => Promise<T>): Promise<T | null> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof AppError && error.code === 'query.timed-out') return null;
    throw error;
  }
}

function countByReason(
  context: RequestContext,
  selection: FrozenSelection,
  judge: Judge,
  limit: number | null,
): Promise<Counted[]> {
  const values = new SqlValues();
  const where = selectedAccounts(selection, context.caller, values).join(' and ');
  const limited = limit === null ? '' : ` limit ${limit}`;
  const text = `select reason, count(*)::int as count
    from (select ${judge(values)} as reason from account a where ${where}${limited}) as judged
    group by reason order by reason nulls first`;
  return rows<Counted>(context, text, values);
}

function readSamples(
  context: RequestContext,
  selection: FrozenSelection,
  judge: Judge,
  groups: readonly Counted[],
): Promise<(PreviewSample & { readonly reason: string | null })[]> {
  if (groups.length === 0) return Promise.resolve([]);
  const values = new SqlValues();
  const where = selectedAccounts(selection, context.caller, values).join(' and ');
  const refusal = judge(values);
  const parts = groups.map(
    ({ reason }) => `(select a.id, a.public_no as number, a.display_name as "displayName", ${refusal} as reason
      from account a where ${where} and ${refusal} is not distinct from ${values.add(reason)}::text limit ${JOB_LIMITS.samplesMax})`,
  );
  return rows(context, parts.join(' union all '), values);
}

function rows<Row>(context: RequestContext, text: string, values: SqlValues): Promise<Row[]> {
  return context.sql.rows<Row>({ text, name: null }, values.list, {
    signal: context.signal,
    timeoutMs: PREVIEW_TIMEOUT_MS,
  });
}
