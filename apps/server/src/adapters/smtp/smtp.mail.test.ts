import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../ports/clock.ts';
import type { MailPort } from '../../ports/mail.ts';
import { describeMail, message } from '../../ports/testing/mail.contract.ts';
import { createSmtpMail } from './smtp.mail.ts';
import { startSmtp, type TestSmtp } from './testing/smtp-server.ts';

const from = { address: 'no-reply@office.example', name: 'Backcounter, "Office"' };
const mailTo = (url: string): MailPort => createSmtpMail({ url, from, clock: systemClock });

describeMail('SMTP', async () => {
  const server = await startSmtp();
  return {
    port: mailTo(`smtp://127.0.0.1:${server.port}`),
    delivered: async () => server.received.map(({ id, to, subject, text }) => ({ id, to, subject, text })),
    empty: async () => void server.received.splice(0),
    end: server.end,
  };
});

let server: TestSmtp | undefined;
afterEach(() => server?.end());
const start = async (options: SMTPServerOptions): Promise<TestSmtp> => {
  server = await startSmtp(options);
  return server;
};
const refusing = (responseCode: number): SMTPServerOptions => ({
  onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode })),
});
const withPassword: SMTPServerOptions = {
  authOptional: false,
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) =>
    password === 'p@ss/word' ? done(null, { user: username ?? '' }) : done(new Error('no')),
};

describe('SMTP', () => {
  it('names the sender, the language and that no person wrote the mail', async () => {
    const { port, received } = await start({});
    await mailTo(`smtp://127.0.0.1:${port}`).send(message());
    const [{ raw = '' } = {}] = received;
    expect(raw).toMatch(/^From: "Backcounter, \\"Office\\"" <no-reply@office.example>\r$/m);
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/im);
    expect(raw).toMatch(/^Content-Language: ar-EG\r$/im);
    expect(raw).toContain('Content-Type: text/html; charset=utf-8');
  });

  it('signs in with the credentials of the URL', async () => {
    const { port, received } = await start(withPassword);
    await mailTo(`smtp://office:p%40ss%2Fword@127.0.0.1:${port}`).send(message());
    expect(received.map(({ user }) => user)).toEqual(['office']);
  });

  it('waits with refused credentials, which the operator can correct', async () => {
    const { port, received } = await start(withPassword);
    const mail = mailTo(`smtp://office:wrong@127.0.0.1:${port}`);
    expect(await mail.send(message())).toEqual({ kind: 'unavailable', code: '535' });
    expect(await mail.check()).toBe('The mail server does not accept mail (535)');
    expect(received).toEqual([]);
  });

  it('never sends a password over a plain connection to another host', async () => {
    const { port, received } = await start(withPassword);
    // Resolves to this machine, but is not one of its names.
    const mail = mailTo(`smtp://office:p%40ss%2Fword@127.0.0.2:${port}`);
    expect((await mail.send(message())).kind).toBe('unavailable');
    expect(received).toEqual([]);
  });

  it.each([
    [550, 'rejected'],
    [451, 'unavailable'],
  ])('reports a reply %i about the recipient as %s', async (code, kind) => {
    const { port } = await start(refusing(code));
    expect(await mailTo(`smtp://127.0.0.1:${port}`).send(message())).toEqual({ kind, code: `${code}` });
  });

  it('is unavailable when no server listens', async () => {
    const { port, end } = await startSmtp();
    await end();
    const mail = mailTo(`smtp://127.0.0.1:${port}`);
    expect(await mail.send(message())).toMatchObject({ kind: 'unavailable' });
    expect(await mail.check()).toMatch(/^The mail server does not accept mail \(E/);
  });

  it('refuses a certificate that no authority signed, from the start and after STARTTLS', async () => {
    for (const secure of [true, false]) {
      const { port, received, end } = await startSmtp({ secure, disabledCommands: [] });
      const mail = mailTo(`${secure ? 'smtps' : 'smtp'}://127.0.0.1:${port}`);
      expect(await mail.send(message())).toMatchObject({ kind: 'unavailable' });
      expect(received).toEqual([]);
      await end();
    }
  });

  it('checks the server at most once in 15 s', async () => {
    let connections = 0;
    const { port } = await start({
      onConnect: (_session, done) => {
        connections += 1;
        done();
      },
    });
    const mail = mailTo(`smtp://127.0.0.1:${port}`);
    expect(await Promise.all([mail.check(), mail.check(), mail.check()])).toEqual([true, true, true]);
    expect(connections).toBe(1);
  });
});
