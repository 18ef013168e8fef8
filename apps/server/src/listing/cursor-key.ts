import { randomBytes } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';

const NAME = 'cursor-key';

/** The key that signs cursors: made by the first server on a database, then shared by all of them. */
export async function loadCursorKey(db: Kysely<Database>): Promise<Buffer> {
  await db
    .insertInto('server_secret')
    .values({ name: NAME, secret: randomBytes(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { secret } = await db
    .selectFrom('server_secret')
    .select('secret')
    .where('name', '=', NAME)
    .executeTakeFirstOrThrow();
  return secret;
}
