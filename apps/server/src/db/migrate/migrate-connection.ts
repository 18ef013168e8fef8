import pg from 'pg';
import { asLost, failAsLost } from '../client.ts';

/** Arbitrary ids of advisory locks; the first is the same in all versions. */
const MIGRATION_LOCK = 4_173_220_141;
const BACKGROUND_LOCK = 4_173_220_143;

/** Runs a function on a connection as the owner, then closes it. */
export async function withOwner<Result>(
  ownerUrl: string,
  run: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'backcounter-migrate',
    connectionTimeoutMillis: 5000,
  });
  let isLost = false;
  // Without a listener, a lost connection would end the process before the message about it.
  client.on('error', () => {
    isLost = true;
  });
  await client.connect().catch(failAsLost);
  try {
    return await run(client);
  } catch (error) {
    throw isLost ? asLost(error) : error;
  } finally {
    await client.end();
  }
}

/** Waits until no other process migrates, which may take long. The lock is held until the connection ends. */
export async function lockMigrations(client: pg.Client): Promise<void> {
  await client.query('SET lock_timeout = 0');
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
}

/** True for the one process that may run steps in the background. The lock is held until the connection ends. */
export async function lockInBackground(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isOurs: boolean }>('SELECT pg_try_advisory_lock($1) AS "isOurs"', [
    BACKGROUND_LOCK,
  ]);
  return rows[0]?.isOurs === true;
}
