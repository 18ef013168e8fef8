import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/client.ts';
import type { TextLanguage } from './text-language.ts';

/** Name of the queue's task. */
export const MAIL_TASK = 'mail.send';
/** With the queue's growing pauses the last attempt is half an hour after the first. */
const ATTEMPTS_MAX = 8;
/** Mails of one kind to one person within an hour; more are not written. */
export const MAILS_PER_HOUR = 5;

/** A mail to queue. */
export interface NewMail {
  readonly kind: string;
  /** Null: no one. It takes the same steps and is then dropped, so that timing doesn't reveal who exists. */
  readonly recipientSub: string | null;
  readonly aboutId?: string;
  readonly language: TextLanguage;
}

/**
 * Queues a mail in the caller's transaction; it is sent after the commit. False: it is not sent, because the person got
 * enough of the kind within the hour.
 */
export async function queueMail(db: Kysely<Database>, mail: NewMail): Promise<boolean> {
  const { kind, recipientSub, aboutId = null, language } = mail;
  const { rows } = await sql`
    with queued as (
      insert into mail (kind, recipient_sub, about_id, language)
      select ${kind}, ${recipientSub}, ${aboutId}::uuid, ${language}
      where ${recipientSub}::text is null or ${MAILS_PER_HOUR} > (
        select count(*) from mail
        where recipient_sub = ${recipientSub} and kind = ${kind} and created_at > now() - interval '1 hour')
      returning id)
    select graphile_worker.add_job(${MAIL_TASK}, json_build_object('id', id), job_key := id::text,
      max_attempts := ${ATTEMPTS_MAX}::int) from queued`.execute(db);
  return rows.length > 0;
}

/** When a person can get the next mail of a kind after too many. */
export async function nextMailAt(db: Kysely<Database>, kind: string, sub: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    select created_at + interval '1 hour' as at from mail where recipient_sub = ${sub} and kind = ${kind}
    order by created_at desc offset ${MAILS_PER_HOUR - 1} limit 1`.execute(db);
  return rows[0]?.at;
}
