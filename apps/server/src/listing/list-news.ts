import { AppError, LIMITS } from '@backcounter/domain';
import { bestEffort } from '../db/best-effort.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Notices } from '../live/database-notices.ts';
import { pause } from '../live/pause.ts';
import type { ListArguments } from './list-arguments.ts';
import type { ListCount } from './list-count.ts';
import type { ListDefinition } from './list-definition.ts';
import { type ListParent, runList } from './run-list.ts';

/** At most one count in this time, however much is created. */
const QUIET_MS = 1_000;
/** Counting for one reader takes at most a tenth of the time. */
const REST_FACTOR = 9;
/** So many guesses in a row stand. */
const GUESSES_MAX = 5;
const COUNT_ONLY = { count: {} } as const;

/** What is counted as new. */
export interface ListNewsOptions {
  /** Instant of a row's creation. */
  readonly createdSql: string;
  /** Rows created before it are not new. */
  readonly since: Date;
  readonly args: Pick<ListArguments, 'filter' | 'search'>;
  /** Only these rows are news; all of the list unless told. */
  readonly among?: ListParent;
  /** Tells that rows were created, with the begin of their transaction: what is committed late still counts. */
  readonly notices: AsyncIterable<Notices<Date>>;
}

/**
 * How many rows that match were created since an instant: once at the start, then whenever rows were created, until the signal of the context
 * aborts.
 * @throws AppError `filter.invalid`, `filter.too-broad`, `access.denied`, `operation.too-complex` with the first count
 */
export async function* listNews(
  definition: ListDefinition,
  context: RequestContext,
  { createdSql, since, args, among, notices }: ListNewsOptions,
): AsyncGenerator<ListCount> {
  let from = since;
  const count = async (): Promise<ListCount | null> => {
    const asked = { ...context, now: context.services.clock.now() };
    const parent: ListParent = {
      scope: `created-since ${among?.scope ?? ''}`,
      condition: (values) =>
        [`${createdSql} >= ${values.add(from)}::timestamptz`, ...(among ? [among.condition(values)] : [])].join(
          ' and ',
        ),
    };
    return (await runList(definition, asked, { ...args, first: 1 }, COUNT_ONLY, parent)).count;
  };
  let told = await count();
  if (told !== null) yield told;
  const countUntilSure = async function* (guesses: number): AsyncGenerator<ListCount> {
    while (!context.signal.aborted) {
      const startedAtMs = performance.now();
      const news = await bestEffort('count of new rows', () => count().catch(unlessAborted(context.signal)));
      const tookMs = performance.now() - startedAtMs;
      if (news != null && (news.value !== told?.value || news.kind !== told.kind)) {
        told = news;
        yield news;
      }
      await pause(Math.max(QUIET_MS, tookMs * REST_FACTOR), context.signal);
      if (news != null && (isSure(news) || ++guesses === GUESSES_MAX)) return;
    }
  };
  if (told !== null && !isSure(told)) {
    await pause(QUIET_MS, context.signal);
    yield* countUntilSure(1);
  }
  for await (const { payloads } of notices) {
    from = new Date(Math.min(Number(from), ...payloads.map(Number)));
    // Perhaps nothing more is created, so neither a count that fails nor one that is but a guess is left to the next notice.
    yield* countUntilSure(0);
  }
}

/** False for a guess that stands in for a count which time ran out for. */
function isSure({ kind, value }: ListCount): boolean {
  return kind === 'EXACT' || value >= LIMITS.countExactUpTo;
}

/** The end of the subscription is nothing to report. */
function unlessAborted(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted || (error instanceof AppError && error.code === 'query.timed-out')) return null;
    throw error;
  };
}
