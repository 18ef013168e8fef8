import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';
import type { Step } from './migrate-files.ts';
import { excludeOlder, recordStep } from './migrate-record.ts';
import { StartupError } from './startup-error.ts';

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
 * Applies an expand or a contract step and records it, in one transaction. While its tables are in use it tries again.
 *
 * @throws StartupError with the reason; the step has then changed nothing.
 */
export async function applyStep(
  client: Client,
  step: Step,
  { version, patience }: { readonly version: string; readonly patience: LockPatience },
): Promise<void> {
  await client.query(`SET lock_timeout = ${patience.timeoutMs}`);
  for (let attempt = 1; ; attempt += 1) {
    try {
      await inOwnTransaction(client, async () => {
        await client.query(step.sql);
        await recordStep(client, step, version);
        if (step.oldestVersion !== null) await excludeOlder(client, step, step.oldestVersion);
      });
      return;
    } catch (error) {
      if (!isBusy(error)) throw stepFailed(step, error);
      if (attempt >= patience.tries) throw stepFailed(step, error, `, ${attempt} times in a row`);
      await sleep(patience.pauseMs);
    }
  }
}

/** The sentence about a step that failed. */
export function stepFailed(step: Step, error: unknown, times = ''): StartupError {
  const cause = error instanceof Error ? error.message : String(error);
  return new StartupError(
    `The migration ${step.name} failed: ${cause.split('\n')[0]}${times}. It has changed nothing.`,
    {
      cause: error,
    },
  );
}
