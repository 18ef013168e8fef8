import { AppError, JOB_LIMITS, type JobOutcome } from '@backcounter/domain';
import type { RequestContext } from '../../graphql/request-context.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import type { FrozenSelection } from '../../listing/selection.ts';
import type { BulkAction } from './bulk-action.ts';
import { type BulkSubject, selectedRecords } from './bulk-subject.ts';

/** Time limit of each of the two or three statements of a dry run. */
const PREVIEW_TIMEOUT_MS = 250;
/** Number of records checked if checking all takes too long. */
const LOWER_BOUND_ROWS = 10_000;

/** Records of one outcome and reason, with examples. */
export interface PreviewGroup<Sample> {
  readonly outcome: JobOutcome;
  readonly reason: string | null;
  readonly count: number;
  readonly samples: readonly Sample[];
}

/** Expected result of a bulk action. */
export interface BulkPreview<Sample> {
  /** Pass this instant with the selection when starting the action, so that it applies to the records counted here. */
  readonly upTo: string;
  readonly kind: 'EXACT' | 'LOWER_BOUND';
  readonly total: number;
  readonly groups: readonly PreviewGroup<Sample>[];
}

interface Counted {
  readonly reason: string | null;
  readonly count: number;
}

/** SQL of the reason why a record is left unchanged. */
type Judge = (values: SqlValues) => string;

/**
 * Counts what would happen, by outcome and reason, with examples; changes nothing. Exact unless that takes too long.
 */
export async function previewBulk<Sample>(
  context: RequestContext,
  subject: BulkSubject,
  selection: FrozenSelection,
  action: BulkAction,
  targetId: string | null,
): Promise<BulkPreview<Sample>> {
  const asked = { context, subject, selection };
  const judge: Judge = (values) => action.refusal(values, targetId);
  const all = await withinTime(() => countByReason(asked, judge, null));
  const counted = all ?? (await withinTime(() => countByReason(asked, judge, LOWER_BOUND_ROWS))) ?? [];
  const samples = (await withinTime(() => readSamples<Sample>(asked, judge, counted))) ?? [];
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

interface Asked {
  readonly context: RequestContext;
  readonly subject: BulkSubject;
  readonly selection: FrozenSelection;
}

function countByReason({ context, subject, selection }: Asked, judge: Judge, limit: number | null): Promise<Counted[]> {
  const values = new SqlValues();
  const where = selectedRecords(subject, selection, context.caller, values).join(' and ');
  const limited = limit === null ? '' : ` limit ${limit}`;
  const text = `select reason, count(*)::int as count
    from (select ${judge(values)} as reason from ${subject.list.from} where ${where}${limited}) as checked
    group by reason order by reason nulls first`;
  return rows<Counted>(context, text, values);
}

function readSamples<Sample>(
  { context, subject, selection }: Asked,
  judge: Judge,
  groups: readonly Counted[],
): Promise<(Sample & { readonly reason: string | null })[]> {
  if (groups.length === 0) return Promise.resolve([]);
  const values = new SqlValues();
  const where = selectedRecords(subject, selection, context.caller, values).join(' and ');
  const refusal = judge(values);
  const parts = groups.map(
    ({ reason }) => `(select ${subject.sampleSql}, ${refusal} as reason
      from ${subject.list.from} where ${where} and ${refusal} is not distinct from ${values.add(reason)}::text limit ${JOB_LIMITS.samplesMax})`,
  );
  return rows(context, parts.join(' union all '), values);
}

function rows<Row>(context: RequestContext, text: string, values: SqlValues): Promise<Row[]> {
  return context.sql.rows<Row>({ text, name: null }, values.list, {
    signal: context.signal,
    timeoutMs: PREVIEW_TIMEOUT_MS,
    isCostly: true,
  });
}
