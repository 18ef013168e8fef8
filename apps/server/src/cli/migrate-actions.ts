import type pg from 'pg';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { migrate } from '../db/migrate/migrate.ts';
import { lockMigrations, withOwner } from '../db/migrate/migrate-connection.ts';
import { applyContracts, readSeenVersions, readWaiting } from '../db/migrate/migrate-contract.ts';
import { runDataStep } from '../db/migrate/migrate-data.ts';
import type { MigrationFiles } from '../db/migrate/migrate-files.ts';
import { type MigrationState, readMigrationState } from '../db/migrate/migrate-state.ts';
import { JobPace } from '../jobs/job-pace.ts';

const PROGRESS_MS = 2_000;

/** Missing migrations, and what each waits for. */
export async function planLines(client: pg.Client, files: MigrationFiles, afterDays: number): Promise<string[]> {
  const state = await readMigrationState(client, files);
  const waiting = await readWaiting(client, state, afterDays);
  const whenOf = {
    expand: () => 'at the next start',
    data: () => 'in the background after the next start',
    contract: (name: string) => waiting.find((step) => step.name === name)?.why ?? 'in the background within an hour',
  };
  const lines = [
    ...(state.baseline.length === 0 ? [`  baseline: ${whenOf.expand()}`] : []),
    ...state.pending.map(({ name, kind }) => `  ${name}: ${whenOf[kind](name)}`),
  ];
  return [rangeLine(state), ...(lines.length > 0 ? lines : ['The database has all migrations.'])];
}

/** Versions served by the database, applied steps, and processes that use it. */
export async function statusLines(client: pg.Client, files: MigrationFiles, afterDays: number): Promise<string[]> {
  const state = await readMigrationState(client, files);
  const left = state.pending.length;
  const seen = await readSeenVersions(client, afterDays);
  return [
    rangeLine(state),
    ...state.recorded.map(({ name, version, appliedAt, startedAt, rowsChanged }) => {
      const when = appliedAt === null ? `running since ${startedAt}` : `applied ${appliedAt}`;
      return `  ${name}: ${when} by ${version}${rowsChanged > 0 ? `, ${rowsChanged} rows` : ''}`;
    }),
    left === 0 ? 'The database has all migrations.' : `Left: ${left} (npm run migrate -- plan)`,
    ...(seen.length > 0 ? ['Processes of the last 30 days:'] : []),
    ...seen.map(
      ({ version, running, seenAt }) => `  ${version}: ${running} running, last seen ${seenAt.toISOString()}`,
    ),
  ];
}

/** Applies expand and data steps, and on request contract steps; false if one of these must wait. */
export async function runMigrations({
  ownerUrl,
  files,
  afterDays,
  withContract,
  say,
}: {
  readonly ownerUrl: string;
  readonly files: MigrationFiles;
  readonly afterDays: number;
  readonly withContract: boolean;
  readonly say: (line: string) => void;
}): Promise<boolean> {
  for (const name of await migrate({ ownerUrl, migrationsDir: files.dir })) say(`Applied ${name}`);
  return withOwner(ownerUrl, async (client) => {
    await fill(client, files, say);
    let isDone = true;
    if (withContract) {
      await lockMigrations(client);
      const { applied, waiting } = await applyContracts(client, files, { version: APP_VERSION, afterDays });
      for (const name of applied) say(`Applied ${name}`);
      for (const { name, why } of waiting) say(`Not applied: ${name} ${why}`);
      isDone = waiting.length === 0;
    }
    const state = await readMigrationState(client, files);
    say(rangeLine(state));
    if (!withContract && state.pending.length > 0) say('Contract steps are left: npm run migrate -- run --contract');
    return isDone;
  });
}

async function fill(client: pg.Client, files: MigrationFiles, say: (line: string) => void): Promise<void> {
  const { pending } = await readMigrationState(client, files);
  for (const step of pending.filter(({ kind }) => kind === 'data')) {
    let nextMs = performance.now() + PROGRESS_MS;
    await runDataStep(client, step, {
      version: APP_VERSION,
      pace: new JobPace(),
      onBatch: (rowsChanged) => {
        if (performance.now() < nextMs) return;
        nextMs = performance.now() + PROGRESS_MS;
        say(`  ${step.name}: ${rowsChanged} rows`);
      },
    });
    say(`Applied ${step.name}`);
  }
}

function rangeLine({ range }: MigrationState): string {
  const database = range === null ? 'has no record of versions yet' : `serves ${range.oldest} to ${range.newest}`;
  return `This is version ${APP_VERSION}. The database ${database}.`;
}
