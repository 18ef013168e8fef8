import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Step } from './migrate-files.ts';
import { beginDataStep, noteBatch } from './migrate-record.ts';
import { inOwnTransaction, isBusy, LOCK_PATIENCE, type LockPatience, stepFailed } from './migrate-step.ts';

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** Size of batches, and pauses between them. */
export interface BatchPace {
  /** Rows in the next batch. */
  readonly rows: number;
  /** Records a batch and returns the pause after it, in milliseconds. */
  pauseAfter(rows: number, elapsedMs: number): number;
}

/** For a database without users. */
export const UNPACED: BatchPace = { rows: 10_000, pauseAfter: () => 0 };

/**
 * Repeats the statement of a data step until it changes no row. Each batch is recorded in its own transaction, so that
 * a killed step continues where it was. Returns true when it is done, false if the signal stopped it.
 *
 * @throws StartupError if a batch fails, or its rows are locked several times in a row
 */
export async function runDataStep(
  client: Pick<pg.ClientBase, 'query'>,
  step: Step,
  {
    version,
    pace,
    patience = LOCK_PATIENCE,
    signal,
    onBatch,
  }: {
    readonly version: string;
    readonly pace: BatchPace;
    readonly patience?: LockPatience;
    readonly signal?: AbortSignal;
    /** Rows changed so far. */
    readonly onBatch?: (rowsChanged: number) => void;
  },
): Promise<boolean> {
  await client.query(`SET lock_timeout = ${patience.timeoutMs}`);
  let busyTries = 0;
  while (signal?.aborted !== true) {
    const startedMs = performance.now();
    try {
      const batch = await runBatch(client, step, pace.rows, version);
      if (batch.isDone) return true;
      busyTries = 0;
      onBatch?.(batch.rowsChanged);
      await sleep(pace.pauseAfter(batch.rows, performance.now() - startedMs));
    } catch (error) {
      busyTries += 1;
      if (!isBusy(error)) throw stepFailed(step.name, error);
      if (busyTries >= patience.tries) throw stepFailed(step.name, error, `, ${busyTries} times in a row`);
      await sleep(patience.pauseMs);
    }
  }
  return false;
}

async function runBatch(
  client: Pick<pg.ClientBase, 'query'>,
  step: Step,
  limit: number,
  version: string,
): Promise<{ isDone: boolean; rows: number; rowsChanged: number }> {
  return inOwnTransaction(client, async () => {
    // Locks the step's row, so that batches take turns: a concurrent batch could find its rows done and take that for
    // the end.
    const before = await beginDataStep(client, step, version);
    if (before.isDone) return { isDone: true, rows: 0, rowsChanged: before.rowsChanged };
    const { rowCount, command } = await client.query(step.sql, [limit]);
    // A SELECT always returns rows and would never end.
    if (!CHANGES.has(command)) throw new Error(`a data step is an INSERT, UPDATE, DELETE or MERGE, not ${command}`);
    const rows = rowCount ?? 0;
    await noteBatch(client, step, rows);
    return { isDone: rows === 0, rows, rowsChanged: before.rowsChanged + rows };
  });
}
