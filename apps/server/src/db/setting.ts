import type { Kysely } from 'kysely';
import type { Database } from './client.ts';

/**
 * Value of a setting that is a whole number, as staff have set it. Read anew each time, so that a change holds at once.
 * @throws Error for a key that is not one of a whole number: keys come by migration alone
 */
export async function readWholeSetting(db: Kysely<Database>, key: string): Promise<number> {
  const { value } = await db
    .selectFrom('config_entry')
    .select('value')
    .where('key', '=', key)
    .where('value_type', 'in', ['INTEGER', 'DURATION'])
    .executeTakeFirstOrThrow(() => new Error(`There is no whole number under the setting ${key}.`));
  return Number(value);
}
