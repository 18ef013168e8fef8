import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
let browser: BrowserLike;

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.skewMs = 0;
  await server.database.pool.query('DELETE FROM identity.sign_in_throttle');
  await server.database.pool.query('UPDATE identity.person SET totp_secret = NULL');
  browser = new BrowserLike(server.issuer, server.publicUrl);
  await browser.signIn('streamer@demo.test');
});

/** The form with a new key, as on the page. */
async function openForm(markup?: string) {
  const page = markup ?? (await (await browser.request('account?enrol=1')).text());
  return {
    markup: page,
    address: `${server.issuer}/account/second-factor`,
    secret: (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', ''),
    sealed: /name="sealed" value="([^"]+)"/.exec(page)?.[1] ?? '',
    asksForPassword: /name="confirm"/.test(page),
  };
}

type Form = Awaited<ReturnType<typeof openForm>>;

async function submit(form: Form, fields: Record<string, string> = {}) {
  const epoch = Math.floor((Date.now() + server.clock.skewMs) / 1000);
  const code = await generate({ secret: form.secret, epoch });
  return browser.submit(form, { sealed: form.sealed, code, ...fields });
}

async function storedSecret(): Promise<string | undefined> {
  const { rows } = await server.database.pool.query<{ secret: string | null }>(
    "SELECT encode(totp_secret, 'hex') AS secret FROM identity.person WHERE email = 'streamer@demo.test'",
  );
  return rows[0]?.secret ?? undefined;
}

test('replacing a second factor requires the password in the form of the new key [security 16]', async () => {
  const first = await openForm();
  expect(first.asksForPassword).toBe(false);
  expect((await submit(first)).headers.get('location')).toContain('done=enrolled');
  const present = await storedSecret();

  expect(await (await browser.request('account')).text()).toContain('href="/identity/account?enrol=1"');
  const second = await openForm();
  expect(second.asksForPassword).toBe(true);
  for (const fields of [{}, { confirm: 'wrong' }]) expect((await submit(second, fields)).status).toBe(401);
  expect(await storedSecret()).toBe(present);

  expect((await submit(second, { confirm: 'backcounter' })).headers.get('location')).toContain('done=replaced');
  expect(await storedSecret()).not.toBe(present);
});

test('a stale form does not replace a second factor set up in another tab', async () => {
  const [early, late] = [await openForm(), await openForm()];
  await submit(early);
  const present = await storedSecret();
  const answer = await submit(late);
  expect(answer.status).toBe(401);
  expect((await openForm(await answer.text())).asksForPassword).toBe(true);
  expect(await storedSecret()).toBe(present);
});

test('only one of two concurrent first forms succeeds', async () => {
  const forms = await Promise.all(Array.from({ length: 6 }, () => openForm()));
  const answers = await Promise.all(forms.map((form) => submit(form)));
  const done = answers.filter((answer) => answer.headers.get('location')?.includes('done=enrolled'));
  expect(done).toHaveLength(1);
});

test('a key is valid for ten minutes, even if shown again after a wrong code [security 17]', async () => {
  const form = await openForm();
  server.clock.skewMs = 9 * 60_000;
  const again = await openForm(await (await submit(form, { code: '000000' })).text());
  expect(again.secret).toBe(form.secret);
  server.clock.skewMs = 11 * 60_000;
  const answer = await submit(again);
  expect(answer.status).toBe(422);
  const fresh = await openForm(await answer.text());
  expect(fresh.markup).toContain('expired');
  expect(fresh.secret).not.toBe(form.secret);
  expect((await submit(fresh)).headers.get('location')).toContain('done=enrolled');
});

test('a key is invalid in another session or for another person [security 17]', async () => {
  const form = await openForm();
  for (const email of ['streamer@demo.test', 'viewer@demo.test']) {
    browser = new BrowserLike(server.issuer, server.publicUrl);
    await browser.signIn(email);
    const theirs = await openForm();
    expect((await submit({ ...theirs, sealed: form.sealed, secret: form.secret })).status).toBe(422);
  }
  expect(await storedSecret()).toBeUndefined();
});
