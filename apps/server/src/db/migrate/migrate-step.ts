import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import type { Step } from './migrate-files.ts';
import { excludeOlder, recordStep } from './migrate-record.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** How long a step waits for locked tables. */
export interface LockPatience {
  /** Timeout of one try; other sessions that need the table queue behind it. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Pause between tries, so that queued sessions proceed. */
  readonly pauseMs: number;
}

/** For a start and for the background. */
export const LOCK_PATIENCE: LockPatience = { timeoutMs: 2000, tries: 5, pauseMs: 1000 };

/**
 * For sources: less than PostgreSQL's deadlock_timeout of 1 s, so that recreating a trigger never aborts another
 * transaction.
 */
export const SOURCE_PATIENCE: LockPatience = { timeoutMs: 500, tries: 10, pauseMs: 1000 };

/** Lock timeout and deadlock. */
const BUSY = new Set(['55P03', '40P01']);

/** True if the database refused because of locks of others. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(errorCodeOf(error) ?? '');
}

/** Runs statements in one transaction, on a client without an open one. */
export async function inOwnTransaction<Result>(client: Client, run: () => Promise<Result>): Promise<Result> {
  await client.query('BEGIN');
  try {
    const result = await run();
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/**
 * Runs statements in one transaction; tries again while tables are locked.
 *
 * @throws StartupError with the reason; nothing was changed
 */
export async function inPatientTransaction(
  client: Client,
  { name, patience }: { readonly name: string; readonly patience: LockPatience },
  run: () => Promise<void>,
): Promise<void> {
  await client.query(`SET lock_timeout = ${patience.timeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inOwnTransaction(client, run);
      return;
    } catch (error) {
      if (!isBusy(error)) throw stepFailed(name, error);
      if (attempt >= patience.tries) throw stepFailed(name, error, `, ${attempt} times in a row`);
      await sleep(patience.pauseMs);
    }
  }
}

/**
 * Applies an expand or contract step and records it in the same transaction; tries again while tables are locked.
 *
 * @throws StartupError with the reason; the step changed nothing
 */
export function applyStep(
  client: Client,
  step: Step,
  { version, patience }: { readonly version: string; readonly patience: LockPatience },
): Promise<void> {
  return inPatientTransaction(client, { name: step.name, patience }, async () => {
    await client.query(step.sql);
    await recordStep(client, step, version);
    if (step.oldestVersion !== null) await excludeOlder(client, step, step.oldestVersion);
  });
}

/** The error of a failed step. */
export function stepFailed(name: string, error: unknown, times = ''): StartupError {
  const cause = error instanceof Error ? error.message : String(error);
  return new StartupError(`The migration ${name} failed: ${cause.split('\n')[0]}${times}. It has changed nothing.`, {
    cause: error,
  });
}
