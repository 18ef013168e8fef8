import type pg from 'pg';
import { errorCodeOf } from './error-code.ts';

/** The revision of the queue's schema that the installed graphile-worker brings. */
export const QUEUE_REVISION = 20;

const TABLES = ['_private_jobs', '_private_job_queues', '_private_tasks', '_private_known_crontabs'];

/** True when the schema of the queue is there in this version; one query, so that a start without migrations stays quick. */
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
 * Brings the schema of the queue to this version, as the owner, and lets the application use it: the queue protects its tables by row
 * security, which without a policy shows the application nothing.
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
