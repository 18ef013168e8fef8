import { ceremonyOf, SoftPasskey } from '@backcounter/domain/testing/soft-passkey';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer({ mail: { isOn: true, readOutbox: null } });
});
afterAll(() => server.stop());

const EMAIL = 'admin@demo.test';
const query = async (text: string) => (await server.database.ownerPool.query(text)).rows;
const queued = async () => (await query('SELECT kind FROM mail ORDER BY id')).map(({ kind }) => kind);
const newBrowser = () => new BrowserLike(server.issuer, server.publicUrl);

/** Signs in with the password and a recovery code. */
async function signInBy(code: string): Promise<Response> {
  const browser = newBrowser();
  const page = await browser.open((await browser.authorize()).response);
  const fields = { email: EMAIL, password: 'backcounter', action: 'sign-in' };
  const step = await browser.open(await browser.submit(page, fields));
  return browser.submit(step, { code });
}

test('the owner gets a mail about each change of factors and each use of a recovery code', async () => {
  const browser = newBrowser();
  await browser.signIn(EMAIL);
  const markup = await (await browser.request('account?passkey=1')).text();
  const submit = (path: string, fields: Record<string, string>) =>
    browser.submit({ markup, address: `${server.issuer}/account/${path}` }, { confirm: 'backcounter', ...fields });
  const key = new SoftPasskey(server.publicUrl);
  await submit('passkeys', { ...key.create(ceremonyOf(markup, 'create')), name: 'Laptop' });
  expect(await queued()).toEqual(['factor-added']);

  const shown = await (await submit('recovery-codes', {})).text();
  const [first = '', second = '', third = ''] = shown.match(/(?<=<li>)[a-z0-9-]{17}(?=<\/li>)/g) ?? [];
  expect((await signInBy('wrong-wrong-wrong')).status).toBe(401);
  expect((await signInBy(first)).status).toBe(303);
  expect(await queued()).toEqual(['factor-added', 'recovery-sign-in']);

  const [{ id }] = await query(`SELECT id FROM identity.person WHERE email = '${EMAIL}'`);
  expect(await server.secondFactors.judge(server.database.db, id, second, 'sign-in')).toMatchObject({ isRight: true });
  await submit('passkeys/remove', { id: key.id.toString('base64url'), confirm: 'wrong' });
  // The mail never keeps someone out.
  await query('ALTER TABLE mail RENAME TO mail_gone');
  expect((await signInBy(third)).status).toBe(303);
  await query('ALTER TABLE mail_gone RENAME TO mail');
  await submit('passkeys/remove', { id: key.id.toString('base64url') });
  expect(await queued()).toEqual(['factor-added', 'recovery-sign-in', 'recovery-used', 'factor-removed']);

  for (const kind of await queued()) {
    const mail = server.mailKinds.find(({ name }) => name === kind);
    const facts = { id, kind, recipientSub: id, aboutId: null, language: 'de-DE', createdAt: new Date() } as const;
    expect(await mail?.compose(server.database.db, facts)).toMatchObject({
      to: EMAIL,
      subject: 'Änderung an Ihrem Backcounter-Konto',
      action: { url: `${server.issuer}/account` },
    });
  }
});
