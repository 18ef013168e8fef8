import { AppError } from '@backcounter/domain';
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
  const first = await count();
  if (first !== null) yield first;
  let last = first?.value ?? 0;
  for await (const { payloads } of notices) {
    from = new Date(Math.min(Number(from), ...payloads.map(Number)));
    // Perhaps nothing more is created, so a count that fails is not left to the next notice.
    for (let isCounted = false; !isCounted && !context.signal.aborted; ) {
      const startedAtMs = performance.now();
      const news = await bestEffort('count of new rows', () => count().catch(unlessAborted(context.signal)));
      isCounted = news != null;
      if (news != null && news.value !== last) {
        last = news.value;
        yield news;
      }
      const tookMs = performance.now() - startedAtMs;
      await pause(Math.max(QUIET_MS, tookMs * REST_FACTOR), context.signal);
    }
  }
}

/** The end of the subscription is nothing to report. */
function unlessAborted(signal: AbortSignal): (error: unknown) => null {
  return (error) => {
    if (signal.aborted || (error instanceof AppError && error.code === 'query.timed-out')) return null;
    throw error;
  };
}
