/** A mail of the outbox. */
export interface ShownMail {
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly sent_at: Date;
}

/** Mail as the provider sees it. */
export interface IdentityMail {
  /** False: nothing is sent, so people learn whom to ask. */
  readonly isOn: boolean;
  /** The newest mails of a demo; null if there is no outbox. */
  readonly readOutbox: (() => Promise<readonly ShownMail[]>) | null;
}
