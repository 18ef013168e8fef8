import type { Kysely } from 'kysely';
import type { Database } from './client.ts';

/**
 * Reads a whole-number setting. Not cached, so that changes apply at once.
 *
 * @throws Error if the key has no whole number; only migrations add keys
 */
export async function readWholeSetting(db: Kysely<Database>, key: string): Promise<number> {
  const { value } = await db
    .selectFrom('config_entry')
    .select('value')
    .where('key', '=', key)
    .where('value_type', 'in', ['INTEGER', 'DURATION'])
    .executeTakeFirstOrThrow(() => new Error(`The setting ${key} has no whole number.`));
  return Number(value);
}
