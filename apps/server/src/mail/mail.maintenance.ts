import { sql } from 'kysely';
import type { DatabaseTransaction } from '../db/transaction.ts';

const BATCH = 500;

/** Deletes mails older than 7 days, with what is left of them in the queue. */
export async function deleteOldMail(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ deleted: number }>`
    with old as (
      delete from mail where id in (
        select id from mail where created_at < now() - interval '7 days' limit ${BATCH})
      returning id)
    select count(*)::int as deleted, count(graphile_worker.remove_job(id::text)) from old`.execute(trx);
  return rows[0]?.deleted === BATCH;
}

/** Deletes mails of the demo's outbox after 24 hours. */
export async function deleteOldOutboxMail(trx: DatabaseTransaction): Promise<boolean> {
  await sql`delete from outbox_mail where sent_at < now() - interval '24 hours'`.execute(trx);
  return false;
}
