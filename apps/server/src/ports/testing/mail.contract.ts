import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MailMessage, MailPort } from '../mail.ts';

/** A delivered mail. */
export interface DeliveredMail {
  readonly id: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

/** An open service, its mailbox, and the cleanup. */
export interface ContractMail {
  readonly port: MailPort;
  delivered(): Promise<readonly DeliveredMail[]>;
  empty(): Promise<void>;
  end(): Promise<void>;
}

/** A mail in Arabic with everything that headers and bodies must encode. */
export const message = (changes: Partial<MailMessage> = {}): MailMessage => ({
  id: randomUUID(),
  to: 'ada@example.org',
  subject: 'إعادة تعيين كلمة المرور – “Backcounter”',
  text: `${'A long line. '.repeat(120)}\n.\nhttp://localhost:3000/identity/reset/${'x'.repeat(43)}\nÄrger & Œuvre\n`,
  html: '<p>Ärger &amp; Œuvre</p>',
  language: 'ar-EG',
  ...changes,
});

/** The contract suite of every mail service. */
export function describeMail(name: string, open: () => Promise<ContractMail>): void {
  describe(`mail by ${name}`, () => {
    let mail: ContractMail;
    beforeAll(async () => {
      mail = await open();
    });
    beforeEach(() => mail.empty());
    afterAll(() => mail.end());

    it('arrives once, at one address, with subject and text unchanged', async () => {
      const sent = message();
      expect(await mail.port.send(sent)).toEqual({ kind: 'accepted' });
      const { id, subject, text } = sent;
      expect(await mail.delivered()).toEqual([{ id, to: [sent.to], subject, text }]);
    });

    it('has the same id when it is sent again', async () => {
      const sent = message();
      for (let turn = 0; turn < 2; turn += 1) expect(await mail.port.send(sent)).toEqual({ kind: 'accepted' });
      expect(new Set((await mail.delivered()).map(({ id }) => id))).toEqual(new Set([sent.id]));
    });

    it.each([
      ['a header in the subject', { subject: 'Hello\r\nBcc: eve@example.org' }, 'invalid-header'],
      ['a header in the id', { id: 'x>\r\nBcc: eve@example.org' }, 'invalid-header'],
      ['a header in the language', { language: 'en\nBcc: eve@example.org' }, 'invalid-header'],
      ['a command in the address', { to: 'ada@example.org>\r\nRCPT TO:<eve@example.org' }, 'invalid-address'],
      ['a second address', { to: 'ada@example.org, eve@example.org' }, 'invalid-address'],
      ['a name before the address', { to: 'Ada <eve@example.org>' }, 'invalid-address'],
      ['a group of addresses', { to: 'staff:eve@example.org;' }, 'invalid-address'],
      ['no address', { to: '' }, 'invalid-address'],
    ])('is refused with %s', async (_what, changes, code) => {
      expect(await mail.port.send(message(changes))).toEqual({ kind: 'rejected', code });
      expect(await mail.delivered()).toEqual([]);
    });

    it('is reported as ready', async () => {
      expect(await mail.port.check()).toBe(true);
    });
  });
}
