import type pg from 'pg';
import { translateDatabaseError } from './database-error.ts';
import { readMigrationState } from './migrate.ts';

/** True, or a sentence that says what is wrong, by part. */
export type DatabaseChecks = Readonly<Record<'database' | 'migrations', true | string>>;

/** Whether the database answers and is of this version. */
export async function checkDatabase(pool: pg.Pool): Promise<DatabaseChecks> {
  try {
    const { pending, unknown } = await readMigrationState(pool);
    if (pending.length > 0) return { database: true, migrations: `${pending.length} migrations are not applied yet` };
    if (unknown.length > 0) return { database: true, migrations: 'written by a newer version' };
    return { database: true, migrations: true };
  } catch (error) {
    const told = translateDatabaseError(error);
    const why = told instanceof Error && 'code' in told ? String(told.code) : 'no answer';
    return { database: `The database does not answer (${why})`, migrations: 'unknown' };
  }
}
