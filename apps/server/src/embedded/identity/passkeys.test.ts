import { ceremonyOf, SoftPasskey, type Twist } from '@backcounter/domain/testing/soft-passkey';
import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.clock.skewMs = 0;
  await query('DELETE FROM identity.sign_in_throttle');
  await query('DELETE FROM identity.refused_sign_in');
  await query('DELETE FROM identity.passkey');
  await query('DELETE FROM identity.recovery_code');
});

const query = async (text: string, values: unknown[] = []) => (await server.database.pool.query(text, values)).rows;
const newBrowser = () => new BrowserLike(server.issuer, server.publicUrl);
const reasons = async () =>
  (
    await query(`SELECT reason FROM staff_audit_event WHERE action = 'session.sign-in' AND outcome = 'DENIED'
    ORDER BY occurred_at DESC LIMIT 1`)
  ).map(({ reason }) => reason);

/** A signed-in person adds a passkey on their own page. */
async function addPasskey(browser: BrowserLike, twist: Twist = {}, confirm = 'backcounter') {
  const key = new SoftPasskey(server.publicUrl);
  const markup = await (await browser.request('account?passkey=1')).text();
  const address = `${server.issuer}/account/passkeys`;
  const fields = key.create(ceremonyOf(markup, 'create'), twist);
  const response = await browser.submit({ markup, address }, { ...fields, confirm, name: 'Work laptop' });
  return { key, response, again: () => browser.submit({ markup, address }, { ...fields, confirm, name: 'Again' }) };
}

async function withPasskey(email: string): Promise<SoftPasskey> {
  const browser = newBrowser();
  await browser.signIn(email);
  const { key, response } = await addPasskey(browser);
  expect(response.headers.get('location')).toContain('done=passkey');
  return key;
}

/** A new sign-in page in a new browser. */
async function signInPage() {
  const browser = newBrowser();
  const { response } = await browser.authorize();
  const page = await browser.open(response);
  const use = (key: SoftPasskey, twist: Twist = {}, on = page) =>
    browser.submit(page, { action: 'passkey', ...key.get(ceremonyOf(on.markup, 'get'), twist) });
  return { browser, page, use };
}

const isSignedIn = (response: Response) => response.status === 303;

describe('a passkey', () => {
  test('signs in without a password, and its owner sees its name and last use', async () => {
    const key = await withPasskey('admin@demo.test');
    const { browser, use } = await signInPage();
    const answer = await use(key);
    expect((await browser.followToClient(answer)).searchParams.get('code')).toBeTruthy();
    const own = await (await browser.request('account')).text();
    expect(own).toContain('Work laptop');
    expect(own).toContain('Last used');
  });

  test('is the second step after the password', async () => {
    const key = await withPasskey('admin@demo.test');
    const { browser, page } = await signInPage();
    const step = await browser.open(
      await browser.submit(page, { email: 'admin@demo.test', password: 'backcounter', action: 'sign-in' }),
    );
    expect(step.markup).toContain('Confirm that it is you');
    const asked = ceremonyOf(step.markup, 'get');
    expect(JSON.parse(asked.options).allowCredentials).toEqual([
      { type: 'public-key', id: key.id.toString('base64url') },
    ]);
    expect(isSignedIn(await browser.submit(step, { action: 'passkey', ...key.get(asked) }))).toBe(true);
  });

  test('of another person is no second step', async () => {
    await withPasskey('admin@demo.test');
    const other = await withPasskey('viewer@demo.test');
    const { browser, page } = await signInPage();
    const step = await browser.open(
      await browser.submit(page, { email: 'admin@demo.test', password: 'backcounter', action: 'sign-in' }),
    );
    const answer = await browser.submit(step, { action: 'passkey', ...other.get(ceremonyOf(step.markup, 'get')) });
    expect(answer.status).toBe(401);
    expect(await reasons()).toEqual(['wrong passkey']);
  });

  test.each<[string, Twist]>([
    ['from another origin', { origin: 'https://evil.example' }],
    ['without PIN, finger or face', { isUnverified: true }],
    ['for another person', { userHandle: Buffer.from('00000000-0000-7000-8000-000000000000').toString('base64url') }],
  ])('%s is refused and audited', async (_name, twist) => {
    const key = await withPasskey('admin@demo.test');
    const { use } = await signInPage();
    expect((await use(key, twist)).status).toBe(401);
    expect(await reasons()).toEqual(['wrong passkey']);
  });

  test('whose counter goes back is refused and audited as copied', async () => {
    const key = await withPasskey('admin@demo.test');
    key.counter = 10;
    expect(isSignedIn(await (await signInPage()).use(key))).toBe(true);
    for (const counter of [11, 10, 0]) {
      const answer = await (await signInPage()).use(key, { counter });
      expect(answer.status).toBe(401);
      expect(await answer.text()).toContain('a copy of it was used');
    }
    expect(await reasons()).toEqual(['copied passkey']);
    // The same when the owner confirms a sensitive change.
    const [{ id }] = await query(`SELECT id FROM identity.person WHERE email = 'admin@demo.test'`);
    const asked = await server.secondFactors.askPasskey(server.database.db, id, 'sign-in');
    const proof = key.get(asked as { options: string; sealed: string }, { counter: 5 });
    expect(await server.secondFactors.judge(server.database.db, id, proof, 'sign-in')).toMatchObject({
      ...{ isRight: false, reason: 'copied passkey' },
    });
  });

  test('answers a challenge once, within 5 minutes, on the page that asked', async () => {
    const key = await withPasskey('admin@demo.test');
    const first = await signInPage();
    const second = await signInPage();
    expect((await second.use(key, {}, first.page)).status).toBe(401);

    const fields = { action: 'passkey', ...key.get(ceremonyOf(first.page.markup, 'get')) };
    // At once, as two requests race.
    const answers = await Promise.all([1, 2].map(() => first.browser.submit(first.page, fields)));
    expect(answers.filter(isSignedIn)).toHaveLength(1);

    const late = await signInPage();
    server.clock.skewMs += 301_000;
    expect((await late.use(key)).status).toBe(401);
  });

  test('of a suspended person signs no one in', async () => {
    const key = await withPasskey('viewer@demo.test');
    await query(`UPDATE identity.person SET state = 'SUSPENDED' WHERE email = 'viewer@demo.test'`);
    expect((await (await signInPage()).use(key)).status).toBe(403);
    await query(`UPDATE identity.person SET state = 'ACTIVE' WHERE email = 'viewer@demo.test'`);
  });

  test.each(['', '{}', '[]', 'null', '{"id":"a"}', '{"id":"\\u0000"}', 'x'.repeat(12_000)])(
    'that is nonsense (%#) is refused, not an error',
    async (response) => {
      const key = await withPasskey('admin@demo.test');
      const { browser, page } = await signInPage();
      const { sealed } = ceremonyOf(page.markup, 'get');
      const id = key.id.toString('base64url');
      for (const text of [response, JSON.stringify({ id, response })])
        expect((await browser.submit(page, { action: 'passkey', sealed, response: text })).status).toBe(401);
    },
  );
});

describe('adding a passkey', () => {
  test('needs the current password', async () => {
    const browser = newBrowser();
    await browser.signIn('admin@demo.test');
    expect((await addPasskey(browser, {}, 'wrong')).response.status).toBe(401);
    expect((await addPasskey(browser, {}, '')).response.status).toBe(401);
    expect(await query('SELECT FROM identity.passkey')).toHaveLength(0);
  });

  test('from another origin, without verification, twice or by another person saves nothing more', async () => {
    const browser = newBrowser();
    await browser.signIn('admin@demo.test');
    for (const twist of [{ origin: 'https://evil.example' }, { isUnverified: true }])
      expect((await addPasskey(browser, twist)).response.status).toBe(422);
    const added = await addPasskey(browser);
    expect((await added.again()).status).toBe(422);

    const other = newBrowser();
    await other.signIn('viewer@demo.test');
    const markup = await (await other.request('account?passkey=1')).text();
    const address = `${server.issuer}/account/passkeys`;
    const same = added.key.create(ceremonyOf(markup, 'create'));
    const stolen = await other.submit({ markup, address }, { ...same, confirm: 'backcounter', name: 'Mine' });
    expect(stolen.status).toBe(422);
    expect(
      await query(`SELECT p.email, k.name FROM identity.passkey k JOIN identity.person p ON p.id = k.person_id`),
    ).toEqual([{ email: 'admin@demo.test', name: 'Work laptop' }]);
  });

  test('and removing it is audited; the last factor takes the recovery codes with it', async () => {
    const browser = newBrowser();
    await browser.signIn('manager@demo.test');
    const { key } = await addPasskey(browser);
    const markup = await (await browser.request('account')).text();
    const submit = (path: string, fields: Record<string, string>) =>
      browser.submit({ markup, address: `${server.issuer}/account/${path}` }, fields);
    expect((await submit('recovery-codes', { confirm: 'wrong' })).status).toBe(401);
    const shown = await (await submit('recovery-codes', { confirm: 'backcounter' })).text();
    expect(shown.match(/<li>[a-z0-9-]{17}<\/li>/g)).toHaveLength(10);
    const id = key.id.toString('base64url');
    expect((await submit('passkeys/remove', { id, confirm: 'wrong' })).status).toBe(401);
    expect((await submit('passkeys/remove', { id: 'other', confirm: 'backcounter' })).status).toBe(422);
    expect((await submit('passkeys/remove', { id, confirm: 'backcounter' })).headers.get('location')).toContain(
      'unkeyed',
    );
    expect(await query('SELECT FROM identity.recovery_code')).toHaveLength(0);
    const trail = await query(`SELECT action, changes FROM staff_audit_event WHERE actor_sub =
      (SELECT id::text FROM identity.person WHERE email = 'manager@demo.test') AND action LIKE '%factor' ORDER BY occurred_at`);
    expect(trail).toEqual([
      { action: 'staff.enrol-second-factor', changes: { secondFactor: [null, 'PASSKEY'] } },
      { action: 'staff.enrol-second-factor', changes: { secondFactor: [null, 'RECOVERY_CODES'] } },
      { action: 'staff.remove-second-factor', changes: { secondFactor: ['PASSKEY', null] } },
    ]);
  });
});

test('no factor is added, removed or replaced by a session and a password alone [security 16]', async () => {
  const key = await withPasskey('streamer@demo.test');
  const { browser, use } = await signInPage();
  await browser.followToClient(await use(key));
  const markup = await (await browser.request('account')).text();
  const submit = (path: string, fields = {}) =>
    browser.submit({ markup, address: `${server.issuer}/account/${path}` }, { confirm: 'backcounter', ...fields });
  expect((await submit('recovery-codes')).status).toBe(200);

  server.clock.skewMs += 301_000;
  const id = key.id.toString('base64url');
  const paths = ['second-factor', 'second-factor/remove', 'passkeys', 'passkeys/remove', 'recovery-codes'];
  const answers = [
    ...(await Promise.all(paths.map((path) => submit(path, { id })))),
    ...(await Promise.all(['account?enrol=1', 'account?passkey=1'].map((page) => browser.request(page)))),
  ];
  for (const { status, headers } of answers)
    expect([status, headers.get('location')]).toEqual([303, expect.stringMatching(/\/auth\?.*prompt=login/)]);
  expect(await query('SELECT FROM identity.passkey')).toHaveLength(1);
  expect(await query('SELECT FROM identity.recovery_code')).toHaveLength(10);

  // The password is not enough there either; the passkey leads back to the page that was asked for.
  const again = await browser.open(await browser.request(answers.at(-1)?.headers.get('location') ?? ''));
  const signed = await browser.submit(again, { action: 'passkey', ...key.get(ceremonyOf(again.markup, 'get')) });
  const callback = await browser.open(signed);
  const landed = await browser.open(callback.response);
  expect(landed.response.headers.get('location')).toBe('/identity/account?passkey=1');
  expect((await submit('second-factor')).status).toBe(422);
  expect((await submit('passkeys/remove', { id })).headers.get('location')).toContain('done=unkeyed');
});

test('the page asks for no password that a new sign-in would lose, and is renewed when its proof ends', async () => {
  const key = await withPasskey('streamer@demo.test');
  const { browser, use } = await signInPage();
  await browser.followToClient(await use(key));
  const page = async () => (await browser.request('account')).text();
  server.clock.skewMs += 100_000;
  const proven = await page();
  expect(Number(/data-proven="(\d+)"/.exec(proven)?.[1])).toBeLessThanOrEqual(201);
  expect(proven).toContain('name="confirm"');
  server.clock.skewMs += 201_000;
  const late = await page();
  expect(late).not.toContain('name="confirm"');
  expect(late).not.toContain('data-proven');
  expect(late).toContain('You sign in again first');
});

test('a passkey is not joined by an app without the password', async () => {
  const browser = newBrowser();
  await browser.signIn('streamer@demo.test');
  await addPasskey(browser);
  const page = await (await browser.request('account?enrol=1')).text();
  const [, sealed = ''] = /name="sealed" value="([^"]+)"/.exec(page) ?? [];
  const secret = (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
  const form = { markup: page, address: `${server.issuer}/account/second-factor` };
  expect((await browser.submit(form, { sealed, code: await generate({ secret }) })).status).toBe(401);
  expect(page).toContain('name="confirm"');
});

test('a recovery code replaces the second factor once, and new codes end the earlier ones', async () => {
  const email = 'marketing@demo.test';
  const browser = newBrowser();
  await browser.signIn(email);
  await addPasskey(browser);
  const markup = await (await browser.request('account')).text();
  const renew = async () => {
    const page = { markup, address: `${server.issuer}/account/recovery-codes` };
    const answer = await browser.submit(page, { confirm: 'backcounter' });
    return [...(await answer.text()).matchAll(/<li>([a-z0-9-]{17})<\/li>/g)].map(([, code]) => code ?? '');
  };
  const [old = ''] = await renew();
  const [code = ''] = await renew();
  const step = async () => {
    const sign = await signInPage();
    const fields = { email, password: 'backcounter', action: 'sign-in' };
    const page = await sign.browser.open(await sign.browser.submit(sign.page, fields));
    return (text: string) => sign.browser.submit(page, { code: text, action: 'code' });
  };
  expect((await (await step())(old)).status).toBe(401);
  expect(isSignedIn(await (await step())(` ${code.replaceAll('-', '').toUpperCase()}`))).toBe(true);
  expect((await (await step())(code)).status).toBe(401);
  expect(await (await browser.request('account')).text()).toContain('9 left');
});
