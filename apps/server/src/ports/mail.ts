/** One mail to one person. */
export interface MailMessage {
  /** Stable over retries; the Message-ID is made from it, so mail programs show a repeated mail once. */
  readonly id: string;
  /** A plain address without a name. */
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same content as `text`. */
  readonly html: string;
  /** Such as `de-DE`. */
  readonly language: string;
}

/** Result of sending. `code` is the server's or the connection's; it never contains an address or content. */
export type MailOutcome =
  | { readonly kind: 'accepted' }
  /** A retry would be refused too. */
  | { readonly kind: 'rejected'; readonly code: string }
  /** May succeed later. */
  | { readonly kind: 'unavailable'; readonly code: string };

/** A service that delivers mail. */
export interface MailPort {
  /** Failures are outcomes, never rejections; if the connection breaks, the mail may still have been accepted. */
  send(message: MailMessage): Promise<MailOutcome>;
  /** For `/readyz?deep`: true, or a description of the problem. */
  check(): Promise<true | string>;
}

/** One address: no list, no name, no comment, no control characters. */
const ADDRESS = /^[^\s\p{C}<>()[\],;:\\"@]+@[^\s\p{C}<>()[\],;:\\"@]+$/u;

/** Sender of all mails. */
export interface MailSender {
  readonly address: string;
  /** Display name; may be empty. */
  readonly name: string;
}

/** The sender in `no-reply@office.example` or `Backcounter <no-reply@office.example>`; null if it has no address. */
export function parseMailSender(text: string): MailSender | null {
  const [, name = '', address = text.trim()] = /^([^<>\p{Cc}]*)<([^<>]*)>\s*$/u.exec(text) ?? [];
  return ADDRESS.test(address) ? { address, name: name.trim().replace(/^"(.*)"$/, '$1') } : null;
}

/** Why an adapter must refuse a message: a header that could add other headers or recipients. Null: none. */
export function headerProblem({ id, to, subject, language }: MailMessage): 'invalid-address' | 'invalid-header' | null {
  if (to.length > 254 || !ADDRESS.test(to)) return 'invalid-address';
  return /^[\w-]{1,64}$/.test(id) && /^[\w-]{2,20}$/.test(language) && !/\p{Cc}/u.test(subject)
    ? null
    : 'invalid-header';
}
