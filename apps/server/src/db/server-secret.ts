import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from './client.ts';

/** A random key of 32 bytes by its name: made by the first server on a database, then shared by all of them. */
export async function loadServerSecret(db: Kysely<Database>, name: string): Promise<Buffer> {
  await db
    .insertInto('server_secret')
    .values({ name, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return secret;
}
