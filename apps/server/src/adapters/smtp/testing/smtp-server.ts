import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { DeliveredMail } from '../../../ports/testing/mail.contract.ts';

/** A mail as the server received it. */
export interface ReceivedMail extends DeliveredMail {
  readonly user: string | null;
  /** Headers and encoded parts. */
  readonly raw: string;
}

/** A real SMTP server on a free port that keeps all mails. */
export interface TestSmtp {
  readonly port: number;
  readonly received: ReceivedMail[];
  end(): Promise<void>;
}

/** Starts the server. Without other options it accepts everything, without TLS or sign-in. */
export async function startSmtp(options: SMTPServerOptions = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    ...(options.secure !== true && { disabledCommands: ['STARTTLS'] }),
    onData: (stream, session, done) => {
      const keep = async () => {
        const raw = (await buffer(stream)).toString('utf8');
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ ...parse(raw), to, raw, user: session.user ?? null });
      };
      keep().then(() => done(), done);
    },
    ...options,
  });
  // Refused handshakes and dropped connections are part of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return { port, received, end: () => new Promise((resolve) => server.close(() => resolve())) };
}

/** The parts that tests read; only what the mail library writes. */
function parse(raw: string): { id: string; subject: string; text: string } {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const headers = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const part = rest.join('\r\n\r\n').split(`--${boundary}`)[1] ?? '';
  const [partHead = '', ...body] = part.split('\r\n\r\n');
  const content = body.join('\r\n\r\n').replace(/\r\n$/, '');
  const isBase64 = /base64/i.test(partHead);
  return {
    id: /^<(.+)@/.exec(header('message-id'))?.[1] ?? '',
    subject: words(header('subject')),
    text: (isBase64
      ? Buffer.from(content, 'base64').toString('utf8')
      : quotedPrintable(content.replaceAll('=\r\n', ''))
    ).replaceAll('\r\n', '\n'),
  };
}

/** Decodes `=?UTF-8?B?…?=` (RFC 2047). */
function words(value: string): string {
  return value
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_whole, how, encoded: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(encoded, 'base64').toString('utf8')
        : quotedPrintable(encoded.replaceAll('_', ' ')),
    );
}

function quotedPrintable(text: string): string {
  return Buffer.from(
    text.replaceAll(/=([\dA-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
