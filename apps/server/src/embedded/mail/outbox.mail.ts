import type { Kysely } from 'kysely';
import type { Database } from '../../db/client.ts';
import { headerProblem, type MailPort } from '../../ports/mail.ts';

/** A mail of the outbox. */
export interface OutboxMail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly sent_at: Date;
}

/** Keeps mails in the database instead of sending them, for a demo. */
export function createOutbox(db: Kysely<Database>): MailPort {
  return {
    async send(message) {
      const problem = headerProblem(message);
      if (problem !== null) return { kind: 'rejected', code: problem };
      const { id, to, subject, text } = message;
      await db
        .insertInto('outbox_mail')
        .values({ id, recipient: to, subject, body: text })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return { kind: 'accepted' };
    },
    check: async () => true,
  };
}

/** The newest mails of the outbox, at most 50. */
export function readOutbox(db: Kysely<Database>): Promise<readonly OutboxMail[]> {
  return db
    .selectFrom('outbox_mail')
    .select(['recipient', 'subject', 'body', 'sent_at'])
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
}
