import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { loadServerSecret } from '../db/server-secret.ts';

/** The key that signs cursors; the same in all copies of the server. */
export function loadCursorKey(db: Kysely<Database>): Promise<Buffer> {
  return loadServerSecret(db, 'cursor-key');
}
