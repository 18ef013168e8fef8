import { setTimeout as delay } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from './client.ts';
import { isRetryable, translateDatabaseError } from './database-error.ts';

export type DatabaseTransaction = Transaction<Database>;

const ATTEMPTS = 4;

/**
 * Runs a function in one transaction and commits it. After a serialization failure or deadlock the whole function runs
 * again, at most three times, so it must have no effect outside the transaction.
 *
 * @throws AppError from `translateDatabaseError`; the function's own errors unchanged
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  run: (trx: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (!isRetryable(error) || attempt === ATTEMPTS) throw translateDatabaseError(error);
      await delay(2 ** attempt * 5 * (0.5 + Math.random()));
    }
  }
}
