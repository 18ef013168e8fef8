import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import type { TextLanguage } from './text-language.ts';

/** A mail that waits to be sent. */
export interface QueuedMail {
  readonly id: string;
  readonly kind: string;
  readonly recipientSub: string;
  /** The record that it is about. */
  readonly aboutId: string | null;
  readonly language: TextLanguage;
  readonly createdAt: Date;
}

/** Content of a mail, without layout. */
export interface MailDraft {
  /** Address of the recipient. */
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The one link, below the paragraphs. */
  readonly action: { readonly label: string; readonly url: string };
  /** Smaller, below the link. */
  readonly note: string;
}

/** A kind of mail. Its content is made when it is sent, so that the queue holds neither addresses nor secrets. */
export interface MailKind {
  /** Stored in the database, so never rename it. */
  readonly name: string;
  /** The mail, or null if it is no longer due or the recipient has no address. */
  compose(db: Kysely<Database>, mail: QueuedMail): Promise<MailDraft | null>;
}
