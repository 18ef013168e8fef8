import type pg from 'pg';

/** A pool, or a connection inside a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

/** Runs a function in one transaction and commits what it did. */
export async function inTransaction<T>(pool: pg.Pool, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await run(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}
