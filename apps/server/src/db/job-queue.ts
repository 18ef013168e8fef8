import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';

/** Revision of the queue's schema in the installed graphile-worker. */
export const QUEUE_REVISION = 20;

const TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'];

/** True if the schema of the queue has this revision. One query, to keep a start without migrations fast. */
export async function isQueueReady(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  try {
    const { rows } = await client.query<{ revision: number | null }>(
      'SELECT max(id) AS revision FROM graphile_worker.migrations',
    );
    return (rows[0]?.revision ?? 0) >= QUEUE_REVISION;
  } catch (error) {
    if (errorCodeOf(error) === '42P01' || errorCodeOf(error) === '3F000') return false;
    throw error;
  }
}

/**
 * Migrates the schema of the queue, as the owner, and grants the application access. The queue protects its tables by
 * row-level security, so the application needs a policy to see rows.
 */
export async function migrateQueue(client: Pick<pg.ClientBase, 'query'>, ownerUrl: string): Promise<void> {
  const { Logger, makeWorkerUtils } = await import('graphile-worker');
  const utils = await makeWorkerUtils({
    connectionString: ownerUrl,
    maxPoolSize: 1,
    logger: new Logger(() => () => undefined),
  });
  try {
    await utils.migrate();
  } finally {
    await utils.release();
  }
  const { rows } = await client.query("SELECT FROM pg_roles WHERE rolname = 'backcounter_app'");
  if (rows.length === 0) return;
  await client.query('GRANT USAGE ON SCHEMA graphile_worker TO backcounter_app');
  await client.query('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA graphile_worker TO backcounter_app');
  for (const table of TABLES) {
    await client.query(`DROP POLICY IF EXISTS backcounter_app ON graphile_worker.${table}`);
    await client.query(
      `CREATE POLICY backcounter_app ON graphile_worker.${table} TO backcounter_app USING (true) WITH CHECK (true)`,
    );
  }
}
