import { AppError, LIMITS } from '@backcounter/domain';
import { bestEffort } from '../db/best-effort.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Notices } from '../live/database-notices.ts';
import { pause } from '../live/pause.ts';
import type { ListArguments } from './list-arguments.ts';
import type { ListCount } from './list-count.ts';
import type { ListDefinition } from './list-definition.ts';
import { type ListParent, runList } from './run-list.ts';

/** Minimum time between two counts. */
const QUIET_MS = 1_000;
/** Counting for one reader takes at most a tenth of the time. */
const REST_FACTOR = 9;
/** After this many estimates in a row, no more counts are made. */
const GUESSES_MAX = 5;
const COUNT_ONLY = { count: {} } as const;

/** Options of `listNews`. */
export interface ListNewsOptions {
  /** SQL of a row's creation time. */
  readonly createdSql: string;
  /** Rows created earlier are not new. */
  readonly since: Date;
  readonly args: Pick<ListArguments, 'filter' | 'search'>;
  /** Restricts the news to these rows; by default the whole list. */
  readonly among?: ListParent;
  /** Announces created rows with the start of their transaction, so that late commits are counted. */
  readonly notices: AsyncIterable<Notices<Date>>;
}

/**
 * Yields the number of matching rows created since an instant: once at the start, then after rows were created, until
 * the context's signal aborts.
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
  let sent = await count();
  if (sent !== null) yield sent;
  const countUntilSure = async function* (guesses: number): AsyncGenerator<ListCount> {
    while (!context.signal.aborted) {
      const startedAtMs = performance.now();
      const news = await bestEffort('counting new rows', () => count().catch(unlessAborted(context.signal)));
      const tookMs = performance.now() - startedAtMs;
      if (news != null && (news.value !== sent?.value || news.kind !== sent.kind)) {
        sent = news;
        yield news;
      }
      await pause(Math.max(QUIET_MS, tookMs * REST_FACTOR), context.signal);
      if (news != null && (isSure(news) || ++guesses === GUESSES_MAX)) return;
    }
  };
  if (sent !== null && !isSure(sent)) {
    await pause(QUIET_MS, context.signal);
    yield* countUntilSure(1);
  }
  for await (const { payloads } of notices) {
    from = new Date(Math.min(Number(from), ...payloads.map(Number)));
    // There may be no further notice, so failed counts and estimates are retried here.
    yield* countUntilSure(0);
  }
}

/** False for an estimate after a timeout. */
function isSure({ kind, value }: ListCount): boolean {
  return kind === 'EXACT' || value >= LIMITS.countExactUpTo;
}

/** Ignores errors caused by the end of the subscription, and timeouts. */
function unlessAborted(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted || (error instanceof AppError && error.code === 'query.timed-out')) return null;
    throw error;
  };
}
