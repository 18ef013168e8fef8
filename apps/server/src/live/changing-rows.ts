import { bestEffort } from '../db/best-effort.ts';
import type { Notices } from './database-notices.ts';
import { pause } from './pause.ts';

/** Options of `changingRows`. */
export interface ChangingRowsOptions<Row> {
  /** Reads the rows with the follower's permissions, checked on each call. */
  readonly read: () => Promise<Row[]>;
  /** False if none of the changed records can be among the rows. */
  readonly concerns: (changed: readonly string[]) => boolean | Promise<boolean>;
  readonly notices: AsyncIterable<Notices<string>>;
  /** Minimum time between two reads, in milliseconds. */
  readonly quietMs: number;
  readonly signal: AbortSignal;
}

/**
 * Yields the rows immediately, then all of them after each change, so a missed update is made up for by the next. A
 * failed read is retried.
 */
export async function* changingRows<Row>(options: ChangingRowsOptions<Row>): AsyncGenerator<Row[]> {
  const { read, concerns, notices, quietMs, signal } = options;
  const first = await read();
  let sent = JSON.stringify(first);
  yield first;
  for await (const { payloads, isIncomplete } of notices) {
    const isConcerned = isIncomplete || (await bestEffort('whom changes concern', () => concerns(payloads))) !== false;
    if (!isConcerned) continue;
    let rows: Row[] | undefined;
    while (rows === undefined && !signal.aborted) {
      rows = await bestEffort('rows that have changed', () => read().catch(unlessAborted<Row>(signal)));
      if (rows === undefined) await pause(quietMs, signal);
    }
    const text = JSON.stringify(rows);
    if (rows !== undefined && text !== sent && !signal.aborted) {
      sent = text;
      yield rows;
    }
    await pause(quietMs, signal);
  }
}

/** Ignores errors caused by the end of the subscription. */
function unlessAborted<Row>(signal: AbortSignal): (error: unknown) => Row[] {
  return (error) => {
    if (signal.aborted) return [];
    throw error;
  };
}
