import { buffer } from 'node:stream/consumers';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { DatabaseTransaction } from '../db/transaction.ts';
import type { FileStore } from '../ports/files.ts';

const BATCH = 20;

/** Marks a file as unowned from `dueAt` on, unless `keepFile` is called first. */
export async function noteGarbage(db: Kysely<Database>, key: string, dueAt: Date | RawBuilder<Date>): Promise<void> {
  await db
    .insertInto('file_garbage')
    .values({ key, due_at: dueAt })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ due_at: dueAt }))
    .execute();
}

/** How long a file waits for a record that has it, in days. */
const WAITING_DAYS = 30;

/** Marks a file as unowned once no record has used it for 30 days. */
export function noteWaiting(db: Kysely<Database>, key: string): Promise<void> {
  return noteGarbage(db, key, sql<Date>`now() + make_interval(days => ${WAITING_DAYS})`);
}

/** Called before a record refers to a file of others; false if it has been removed. */
export async function isFileThere(trx: Kysely<Database>, store: FileStore, key: string): Promise<boolean> {
  // Waits for a concurrent sweep.
  await noteWaiting(trx, key);
  return (await store.stat(key)) !== null;
}

/** Whether a record's file has this content already, by a change that was committed. */
export async function isFileKept(
  trx: Kysely<Database>,
  store: FileStore,
  key: string,
  content: Buffer,
): Promise<boolean> {
  const noted = await trx.selectFrom('file_garbage').select('key').where('key', '=', key).executeTakeFirst();
  const facts = noted === undefined ? await store.stat(key) : null;
  return facts?.sizeBytes === content.length && content.equals(await buffer((await store.read(key)).content));
}

/**
 * Stores a file before the caller's transaction commits the record that refers to it. First marks it as unowned in a
 * transaction of its own, so that it is swept an hour later if the caller's fails.
 */
export async function putFile(
  { db, store }: { readonly db: Kysely<Database>; readonly store: FileStore },
  trx: Kysely<Database>,
  key: string,
  content: Buffer,
): Promise<void> {
  await noteGarbage(db, key, sql<Date>`now() + interval '1 hour'`);
  await store.write(key, content);
  await keepFile(trx, key);
}

/** Marks a file as owned by a record. */
async function keepFile(db: Kysely<Database>, key: string): Promise<void> {
  await db.deleteFrom('file_garbage').where('key', '=', key).execute();
}

/**
 * Removes unowned files; returns true if more may be left. Writers call `noteGarbage` for their key first, which waits
 * for a concurrent removal of that key.
 */
export async function sweepGarbage(trx: DatabaseTransaction, store: FileStore): Promise<boolean> {
  const due = await sql<{ key: string; is_used: boolean }>`
    select g.key, exists (
      select from account a
      where a.has_picture and a.firebase_id = substring(g.key from '^profile_pictures/(.*)\.png$'))
      or exists (select from badge b where b.image_path = g.key)
      or exists (select from app where app.image_url = '/files/' || g.key)
      or exists (select from giveaway v where v.image_path = g.key)
      or exists (select from giveaway_prize p where p.image_url = '/files/' || g.key)
      or exists (select from notification n where n.image_url = '/files/' || g.key) as is_used
    from file_garbage g where g.due_at <= now()
    order by g.due_at limit ${BATCH} for update of g skip locked`.execute(trx);
  await Promise.all(due.rows.filter(({ is_used }) => !is_used).map(({ key }) => store.remove(key)));
  const keys = due.rows.map(({ key }) => key);
  if (keys.length > 0) await trx.deleteFrom('file_garbage').where('key', 'in', keys).execute();
  await sql`delete from file_upload where expires_at <= now()`.execute(trx);
  return due.rows.length === BATCH;
}
