import type pg from 'pg';
import { errorCodeOf } from '../error-code.ts';
import { compareVersions } from './app-version.ts';
import type { MigrationFiles, Step } from './migrate-files.ts';
import { type MigrationState, readMigrationState, refuseForeign } from './migrate-state.ts';
import { applyStep, LOCK_PATIENCE } from './migrate-step.ts';

type Client = Pick<pg.ClientBase, 'query'>;

/** Processes of one version, from `server_process`. */
export interface SeenVersion {
  readonly version: string;
  /** Running now, or killed less than three beats ago. */
  readonly running: number;
  readonly seenAt: Date;
  /** Seen within the given days. */
  readonly isRecent: boolean;
}

/** A contract step that can't run yet. */
export interface WaitingStep {
  readonly name: string;
  /** A clause such as "waits for 0360_x.data". */
  readonly why: string;
}

/**
 * Versions of the processes of the last 30 days, oldest first. A process beats every 15 s and counts as gone after
 * three missed beats.
 */
export async function readSeenVersions(client: Client, days: number): Promise<SeenVersion[]> {
  try {
    const { rows } = await client.query<SeenVersion>(
      `SELECT version, max(seen_at) AS "seenAt", bool_or(seen_at > now() - $1::int * interval '1 day') AS "isRecent",
         (count(*) FILTER (WHERE ended_at IS NULL AND seen_at > now() - interval '45 seconds'))::int AS running
       FROM server_process GROUP BY version`,
      [days],
    );
    return rows.sort((a, b) => compareVersions(a.version, b.version));
  } catch (error) {
    // The table doesn't exist before its migration.
    if (errorCodeOf(error) === '42P01') return [];
    throw error;
  }
}

/**
 * Applies the due contract steps; returns their names and what the others wait for: earlier steps, or a number of days
 * without processes that they exclude. The caller holds the migration lock.
 */
export async function applyContracts(
  client: Client,
  files: MigrationFiles,
  { version, afterDays }: { readonly version: string; readonly afterDays: number },
): Promise<{ applied: string[]; waiting: WaitingStep[] }> {
  const applied: string[] = [];
  for (;;) {
    const state = await readMigrationState(client, files);
    refuseForeign(state, version);
    const waiting = await readWaiting(client, state, afterDays);
    const due = state.pending.find(
      ({ name, kind }) => kind === 'contract' && waiting.every((other) => other.name !== name),
    );
    if (due === undefined) return { applied, waiting };
    await applyStep(client, due, { version, patience: LOCK_PATIENCE });
    applied.push(due.name);
  }
}

/** Contract steps that aren't due. */
export async function readWaiting(client: Client, state: MigrationState, afterDays: number): Promise<WaitingStep[]> {
  const contracts = state.pending.filter(({ kind }) => kind === 'contract');
  if (contracts.length === 0) return [];
  const seen = await readSeenVersions(client, afterDays);
  const { rows } = await client.query<{ isKnown: boolean }>(
    `SELECT $1::timestamptz <= now() - $2::int * interval '1 day' AS "isKnown"`,
    [state.range?.since ?? 'infinity', afterDays],
  );
  const isKnown = rows[0]?.isKnown === true;
  return contracts.flatMap((step) => {
    const why = obstacle(step, { state, seen, isKnown, afterDays });
    return why === null ? [] : [{ name: step.name, why }];
  });
}

function obstacle(
  step: Step,
  of: { state: MigrationState; seen: readonly SeenVersion[]; isKnown: boolean; afterDays: number },
): string | null {
  const [before] = of.state.pending;
  if (before !== undefined && before.name !== step.name) return `waits for ${before.name}`;
  const oldest = step.oldestVersion ?? '';
  const older = of.seen.filter(({ version }) => compareVersions(version, oldest) < 0);
  const running = older.find((each) => each.running > 0);
  if (running !== undefined) return `waits until processes of version ${running.version} have ended`;
  const recent = older.filter(({ isRecent }) => isRecent).at(-1);
  const period = of.afterDays === 1 ? '1 day' : `${of.afterDays} days`;
  if (recent !== undefined) {
    const at = recent.seenAt.toISOString();
    return `waits until no process older than ${oldest} has run for ${period}: version ${recent.version} was seen at ${at}`;
  }
  if (of.isKnown) return null;
  return `waits until processes have been recorded for ${period}, since ${of.state.range?.since ?? 'the next start'}`;
}
