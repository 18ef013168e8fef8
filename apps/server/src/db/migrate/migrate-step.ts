import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import type { Step } from './migrate-files.ts';
import { excludeOlder, recordStep } from './migrate-record.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** How long a step waits for tables that are in use. */
export interface LockPatience {
  /** Of one try: everyone else who needs the table waits behind it. */
  readonly timeoutMs: number;
  readonly tries: number;
  /** Between two tries, for those who waited. */
  readonly pauseMs: number;
}

/** Of a start and of the background. */
export const LOCK_PATIENCE: LockPatience = { timeoutMs: 2000, tries: 5, pauseMs: 1000 };

/**
 * Of sources: shorter than the second after which PostgreSQL looks for deadlocks, so that a trigger that is made again never ends the
 * transaction of somebody else.
 */
export const SOURCE_PATIENCE: LockPatience = { timeoutMs: 500, tries: 10, pauseMs: 1000 };

/** A lock that was not had in time, and a deadlock. */
const BUSY = new Set(['55P03', '40P01']);

/** True when the database refused because others were using what was needed. */
export function isBusy(error: unknown): boolean {
  return BUSY.has(errorCodeOf(error) ?? '');
}

/** Runs statements in one transaction of a client that has none open. */
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
 * Runs statements in one transaction, and tries again while tables are in use.
 *
 * @throws StartupError with the reason; nothing has changed then.
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
 * Applies an expand or a contract step and records it, in one transaction. While its tables are in use it tries again.
 *
 * @throws StartupError with the reason; the step has then changed nothing.
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

/** The sentence about a step that failed. */
export function stepFailed(name: string, error: unknown, times = ''): StartupError {
  const cause = error instanceof Error ? error.message : String(error);
  return new StartupError(`The migration ${name} failed: ${cause.split('\n')[0]}${times}. It has changed nothing.`, {
    cause: error,
  });
}
