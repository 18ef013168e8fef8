import type pg from 'pg';
import { APP_VERSION } from './app-version.ts';
import { translateDatabaseError } from './database-error.ts';
import { type MigrationFiles, readMigrationFiles } from './migrate-files.ts';
import { changedStepProblem, readMigrationState, versionProblem } from './migrate-state.ts';

/** True, or a sentence that says what is wrong, by part. */
export type DatabaseChecks = Readonly<Record<'database' | 'migrations', true | string>>;

/** What this process was started with, whatever is put in its place on the disk meanwhile. */
let ownFiles: Promise<MigrationFiles> | undefined;

/** Whether the database answers and serves this version. */
export async function checkDatabase(
  pool: pg.Pool,
  of: { readonly files?: MigrationFiles; readonly version?: string } = {},
): Promise<DatabaseChecks> {
  try {
    ownFiles ??= readMigrationFiles();
    const state = await readMigrationState(pool, of.files ?? (await ownFiles));
    const missing = [
      ...state.baselinePending,
      ...state.pending.filter(({ kind }) => kind === 'expand').map(({ name }) => name),
    ];
    const problem =
      versionProblem(state, of.version ?? APP_VERSION) ??
      changedStepProblem(state) ??
      (missing.length > 0 ? `${missing.length} migrations are not applied yet` : null);
    return { database: true, migrations: problem ?? true };
  } catch (error) {
    const told = translateDatabaseError(error);
    const why = told instanceof Error && 'code' in told ? String(told.code) : 'no answer';
    return { database: `The database does not answer (${why})`, migrations: 'unknown' };
  }
}
