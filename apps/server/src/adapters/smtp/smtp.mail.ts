import { createTransport } from 'nodemailer';
import type { Clock } from '../../ports/clock.ts';
import { headerProblem, type MailMessage, type MailOutcome, type MailPort, type MailSender } from '../../ports/mail.ts';

/** Settings of the mail server. */
export interface SmtpSettings {
  /** `smtps://user:password@host:port`, or `smtp://` for STARTTLS. */
  readonly url: string;
  readonly from: MailSender;
  readonly clock: Clock;
}

const TIMEOUT_MS = 10_000;
/** Minimum time between checks of the server, because anyone may call `/readyz`. */
const KEPT_MS = 15_000;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/**
 * Sends by SMTP. `smtps:` uses TLS from the start, `smtp:` STARTTLS: when the URL has credentials the server must offer
 * it, except on this machine.
 */
export function createSmtpMail({ url, from, clock }: SmtpSettings): MailPort {
  const { protocol, hostname, port, username, password } = new URL(url);
  const transport = createTransport({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORTS[protocol] : Number(port),
    secure: protocol === 'smtps:',
    requireTLS: protocol === 'smtp:' && username !== '' && !LOOPBACK.has(hostname),
    ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  let last: { readonly atMs: number; readonly answer: Promise<true | string> } | null = null;
  const ask = async (): Promise<true | string> => {
    try {
      return await transport.verify();
    } catch (error) {
      return `The mail server does not accept mail (${codeOf(error)})`;
    }
  };
  return {
    async send(message: MailMessage): Promise<MailOutcome> {
      const problem = headerProblem(message);
      if (problem !== null) return { kind: 'rejected', code: problem };
      const { id, to, subject, text, html, language } = message;
      try {
        await transport.sendMail({
          from: { ...from },
          to: { name: '', address: to },
          envelope: { from: from.address, to: [to] },
          messageId: `<${id}@${domain}>`,
          subject,
          text,
          html,
          // Stops automatic replies (RFC 3834).
          headers: { 'auto-submitted': 'auto-generated', 'content-language': language },
        });
        return { kind: 'accepted' };
      } catch (error) {
        return { kind: isFinal(error) ? 'rejected' : 'unavailable', code: codeOf(error) };
      }
    },
    check() {
      const nowMs = clock.now().getTime();
      if (last === null || nowMs - last.atMs >= KEPT_MS) last = { atMs: nowMs, answer: ask() };
      return last.answer;
    },
  };
}

/** A permanent reply about this mail. Refused credentials are the operator's to correct, so the mail waits. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== 'EAUTH';
}

/** Such as `550` or `ECONNECTION`; the text of an error may contain addresses. */
function codeOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: unknown; code?: unknown };
  return String(responseCode ?? code ?? 'unknown').slice(0, 40);
}
