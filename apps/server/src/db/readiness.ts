import type pg from 'pg';
import { translateDatabaseError } from './database-error.ts';
import { APP_VERSION } from './migrate/app-version.ts';
import { type MigrationFiles, readMigrationFiles } from './migrate/migrate-files.ts';
import { changedStepProblem, readMigrationState, versionProblem } from './migrate/migrate-state.ts';

/** The database's part of `/readyz`. */
export interface DatabaseReport {
  /** True, or a sentence with the problem, by part. */
  readonly checks: Readonly<Record<'database' | 'migrations', true | string>>;
  /** Version of this process, and the oldest and newest that the database supports; null if unknown. */
  readonly versions: { readonly process: string; readonly oldest: string | null; readonly newest: string | null };
}

/** Files from the start of this process, even if they are replaced on disk. */
let ownFiles: Promise<MigrationFiles> | undefined;

/** Reports whether the database is reachable and supports this version. */
export async function checkDatabase(
  pool: pg.Pool,
  { files, version = APP_VERSION }: { readonly files?: MigrationFiles; readonly version?: string } = {},
): Promise<DatabaseReport> {
  try {
    ownFiles ??= readMigrationFiles();
    const state = await readMigrationState(pool, files ?? (await ownFiles));
    const missing = state.pending.filter(({ kind }) => kind === 'expand');
    const problem =
      versionProblem(state, version) ??
      changedStepProblem(state) ??
      (missing.length > 0
        ? `${missing.length} migrations are missing: start a process of this version, or run npm run migrate -- run`
        : null);
    return {
      checks: { database: true, migrations: problem ?? true },
      versions: { process: version, oldest: state.range?.oldest ?? null, newest: state.range?.newest ?? null },
    };
  } catch (error) {
    const translated = translateDatabaseError(error);
    const why = translated instanceof Error && 'code' in translated ? String(translated.code) : 'no answer';
    return {
      checks: { database: `The database does not answer (${why})`, migrations: 'unknown' },
      versions: { process: version, oldest: null, newest: null },
    };
  }
}
