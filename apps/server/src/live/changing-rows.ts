import { bestEffort } from '../db/best-effort.ts';
import type { Notices } from './database-notices.ts';
import { pause } from './pause.ts';

/** Which rows are followed. */
export interface ChangingRowsOptions<Row> {
  /** Reads them with the rights of the follower, each time anew. */
  readonly read: () => Promise<Row[]>;
  /** False when none of the records that changed can be among them. */
  readonly concerns: (changed: readonly string[]) => boolean | Promise<boolean>;
  readonly notices: AsyncIterable<Notices<string>>;
  /** However much changes, the rows are read at most once in this time. */
  readonly quietMs: number;
  readonly signal: AbortSignal;
}

/**
 * Rows as they are: at once, then whenever one of them has changed. Always all of them, so a follower that missed an answer lacks nothing with
 * the next one. A read that fails is repeated.
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

/** The end of the subscription is nothing to report. */
function unlessAborted<Row>(signal: AbortSignal): (error: unknown) => Row[] {
  return (error) => {
    if (signal.aborted) return [];
    throw error;
  };
}
