import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { createDatabase, createPool, type Database } from '../client.ts';
import { withDatabase, withUser } from './database-url.ts';
import type {} from './global-setup.ts';

export interface TestDatabase {
  /** As the application, with its limits and privileges. */
  readonly pool: pg.Pool;
  readonly db: Kysely<Database>;
  /** As the owner of the tables, to prepare what the application may not do. */
  readonly ownerPool: pg.Pool;
  /** URL for the application role. */
  readonly url: string;
  readonly ownerUrl: string;
  /** Ends both pools and removes the database. */
  drop(): Promise<void>;
}

/**
 * Creates a migrated, empty database: a clone of the template from the global set-up, or from another server. Drop it
 * in `afterAll`.
 */
export async function createTestDatabase(server = inject('testServer')): Promise<TestDatabase> {
  const name = `${server.template.replace(/_template$/, '')}_${randomBytes(4).toString('hex')}`;
  // The default strategy copies through the WAL and takes four times as long.
  await asAdmin(server.adminUrl, (admin) =>
    admin.query(`CREATE DATABASE ${name} TEMPLATE ${server.template} STRATEGY FILE_COPY`),
  );
  const ownerUrl = withDatabase(server.adminUrl, name);
  const url = withUser(ownerUrl, server.appRole, server.appPassword);
  const pool = createPool({ url, acquireTimeoutMs: 5000, applicationName: name });
  const ownerPool = createPool({ url: ownerUrl, max: 2, statementTimeoutMs: 0, acquireTimeoutMs: 5000 });
  return {
    pool,
    db: createDatabase(pool),
    ownerPool,
    url,
    ownerUrl,
    drop: async () => {
      await Promise.all([endOnce(pool), endOnce(ownerPool)]);
      await asAdmin(server.adminUrl, async (admin) => {
        await connectionsClosed(admin, name);
        await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

/** Waits up to 100 ms for connections of ended pools to close. Dropped earlier, they emit errors without a listener. */
async function connectionsClosed(admin: pg.Client, database: string): Promise<void> {
  const open = "SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend' LIMIT 1";
  for (let count = 0; count < 10; count += 1) {
    if ((await admin.query(open, [database])).rowCount === 0) return;
    await sleep(10);
  }
}

/** Removes the time limits of statements, locks and waits for a connection. Call it before the first connection. */
export function liftTimeLimits({ pool }: TestDatabase): void {
  pool.options.connectionTimeoutMillis = 0;
  pool.on('connect', (client) => void client.query('SET lock_timeout = 0; SET statement_timeout = 0'));
}

/** A test may have ended a pool, directly or through the app under test. */
async function endOnce(pool: pg.Pool): Promise<void> {
  if (!pool.ended) await pool.end();
}

async function asAdmin(url: string, run: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  try {
    await run(admin);
  } finally {
    await admin.end();
  }
}
