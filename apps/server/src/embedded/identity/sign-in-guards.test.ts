import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'otplib';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DatabaseMachineRegistry } from '../../db/machine-registry.ts';
import { networkOf } from '../../ports/client-network.ts';
import { createEmbeddedIdentity } from './embedded-identity.ts';
import { fingerprint } from './keys/sealed-box.ts';
import { ensureDemoMachineClient, findMachineClient } from './machine-client.ts';
import { isPasswordOf } from './password.ts';
import { ensureDemoPeople } from './person.ts';
import { beginTry } from './sign-in-throttle.ts';
import { StaffAdministration } from './staff-administration.ts';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
const person = () => new BrowserLike(server.issuer, server.publicUrl);
const right = { email: 'viewer@demo.test', password: 'backcounter' };

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query('DELETE FROM identity.sign_in_throttle');
  await server.database.pool.query('DELETE FROM identity.refused_sign_in');
});

async function openSignIn(browser = person()) {
  const { response } = await browser.authorize();
  return { browser, page: await browser.open(response) };
}

async function tryOnce(fields: Record<string, string>) {
  const { browser, page } = await openSignIn();
  return browser.submit(page, fields);
}

async function events(): Promise<{ action: string; outcome: string; reason: string | null; actor_sub: string }[]> {
  const { rows } = await server.database.ownerPool.query(
    'SELECT action, outcome, reason, actor_sub FROM staff_audit_event ORDER BY id',
  );
  return rows;
}

describe('guessing', () => {
  test('gets the same response for existing and unknown people', async () => {
    const answers = await Promise.all(
      ['viewer@demo.test', 'ghost@demo.test'].map((email) => tryOnce({ email, password: 'wrong' })),
    );
    const [known = '', unknown = ''] = await Promise.all(answers.map((answer) => answer.text()));
    const comparable = (markup: string, email: string) =>
      markup
        .replaceAll(email, 'EMAIL')
        .replace(/interaction\/[\w-]+/g, '')
        .replace(/value="[\w-]{43,}"/g, '')
        .replace(/challenge&quot;:&quot;[\w-]{43}/g, '');
    expect(answers.map(({ status }) => status)).toEqual([401, 401]);
    expect(comparable(known, 'viewer@demo.test')).toBe(comparable(unknown, 'ghost@demo.test'));
    expect(known).toContain('role="alert"');
  });

  test('is throttled, even with the right password, and says for how long [security 14]', async () => {
    for (let guess = 0; guess < 5; guess += 1)
      expect((await tryOnce({ ...right, password: `wrong ${guess}` })).status).toBe(401);
    const blocked = await tryOnce(right);
    expect(blocked.status).toBe(429);
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(20);
    expect(await blocked.text()).toMatch(/Too many wrong attempts\. Try again in \d+ seconds\./);
    await server.database.pool.query(
      "UPDATE identity.sign_in_throttle SET blocked_until = now() WHERE kind = 'account'",
    );
    expect((await tryOnce(right)).status).toBe(303);
  });

  test('in parallel gets no more attempts than in sequence', async () => {
    const pages = await Promise.all(Array.from({ length: 20 }, () => openSignIn()));
    const answers = await Promise.all(
      pages.map(({ browser, page }) => browser.submit(page, { ...right, password: 'wrong' })),
    );
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(5);
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(15);
  });

  test('is audited immediately, like sign-ins, without the input', async () => {
    const before = (await events()).length;
    await tryOnce({ email: 'my-secret-password', password: 'x' });
    await tryOnce(right);
    const fresh = (await events()).slice(before);
    expect(fresh).toMatchObject([
      { action: 'session.sign-in', outcome: 'DENIED', actor_sub: 'unknown', reason: 'wrong email or password' },
      { action: 'session.sign-in', outcome: 'DONE' },
    ]);
    expect(JSON.stringify(await events())).not.toContain('my-secret-password');
  });
});

describe('a forged form', () => {
  test.each([
    ['from another site', {}, { origin: 'https://evil.example' }],
    ['from a sibling site', {}, { 'sec-fetch-site': 'same-site' }],
    ['without the hidden field', { csrf: '' }, {}],
    ['with another browser’s hidden field', { csrf: 'x'.repeat(43) }, {}],
  ])('%s is refused [security 19]', async (_name, fields, headers) => {
    const { browser, page } = await openSignIn();
    const answer = await browser.submit(page, { ...right, ...fields }, headers);
    expect(answer.status).toBe(403);
  });

  test('opened in another browser restarts the sign-in [sign-in 9]', async () => {
    const { page } = await openSignIn();
    const answer = await person().request(page.address);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^http:\/\/[^/]+\/login\?expired$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test.each([
    ['nothing typed', { email: '', password: '' }, 422],
    ['markup as e-mail', { email: '"><script>alert(1)</script>', password: 'x' }, 401],
    ['NUL', { email: 'a\0@b.test', password: 'x' }, 401],
    ['a long password', { email: 'viewer@demo.test', password: 'x'.repeat(5_000) }, 401],
    ['a huge form', { email: 'viewer@demo.test', password: 'x'.repeat(50_000) }, 413],
  ])('%s', async (_name, fields, status) => {
    const answer = await tryOnce(fields);
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toContain('<script>alert');
  });
});

describe('a second factor', () => {
  test('is set up and required, and each code works once', async () => {
    const browser = person();
    await browser.signIn('streamer@demo.test');
    const open = async (path: string) => {
      const response = await browser.request(path);
      return { markup: await response.text(), address: `${server.issuer}/account/second-factor` };
    };
    const page = await open('account?enrol=1');
    const secret = (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(page.markup)?.[1] ?? '').replaceAll(' ', '');
    const sealed = /name="sealed" value="([^"]+)"/.exec(page.markup)?.[1] ?? '';
    expect((await browser.submit(page, { sealed, code: '000000' })).status).toBe(422);
    const code = await generate({ secret });
    expect((await browser.submit(page, { sealed, code })).headers.get('location')).toContain('done=enrolled');

    const again = await openSignIn();
    const toCode = await again.browser.submit(again.page, { email: 'streamer@demo.test', password: 'backcounter' });
    const codePage = await again.browser.open(toCode);
    expect(codePage.markup).toContain('one-time-code');
    expect((await again.browser.submit(codePage, { code })).status).toBe(401);
    const next = await generate({ secret, epoch: Math.floor(Date.now() / 1000) + 30 });
    const done = await again.browser.submit(codePage, { code: next });
    expect((await again.browser.followToClient(done)).searchParams.get('code')).toBeTruthy();
  });

  test('cannot be skipped by going back to the console', async () => {
    const { browser, page } = await openSignIn();
    await browser.submit(page, { email: 'streamer@demo.test', password: 'backcounter' });
    const uid = page.address.split('/').at(-1);
    const resumed = await browser.request(`auth/${uid}`);
    expect(resumed.headers.get('location')).toContain('/interaction/');
  });
});

describe('the person’s own page', () => {
  test('changes the password and ends the other sessions [security 16]', async () => {
    const staff = new StaffAdministration(server.database.db);
    await staff.add({ email: 'dora@firm.test', name: 'Dora', roles: ['MARKETING'], password: 'first long password' });
    const here = person();
    const elsewhere = person();
    await here.signIn('dora@firm.test', 'first long password');
    const other = await elsewhere.signIn('dora@firm.test', 'first long password');
    const page = { markup: await (await here.request('account')).text(), address: `${server.issuer}/account/password` };
    const change = (current: string, next: string) => here.submit(page, { current, new: next });
    expect((await change('wrong', 'second long password')).status).toBe(401);
    expect((await change('first long password', 'short')).status).toBe(422);
    expect((await change('first long password', 'first long password')).status).toBe(422);
    expect((await change('first long password', 'second long password')).headers.get('location')).toContain(
      'done=password',
    );
    expect((await here.request('account')).status).toBe(200);
    expect((await elsewhere.request('account')).status).toBe(303);
    server.clock.skewMs += 5_000;
    await expect(server.identity.authenticate(other.access_token)).rejects.toMatchObject({ code: 'session.expired' });
  });

  test('lists the sessions and ends one, but not of another person', async () => {
    const mine = person();
    const theirs = person();
    await mine.signIn('admin@demo.test');
    await theirs.signIn('marketing@demo.test');
    const uidOf = async (browser: BrowserLike) =>
      /name="uid" value="([^"]+)"/.exec(await (await browser.request('account')).text())?.[1] ?? '';
    const page = {
      markup: await (await mine.request('account')).text(),
      address: `${server.issuer}/account/sessions/end`,
    };
    await mine.submit(page, { uid: await uidOf(theirs) });
    expect((await theirs.request('account')).status).toBe(200);
    await mine.submit(page, { uid: await uidOf(mine) });
    expect((await mine.request('account')).status).toBe(303);
  });
});

describe('with DEMO off', () => {
  test('people and clients with published secrets cannot sign in, and their tokens end [security 35]', async () => {
    const tokens = await person().signIn('admin@demo.test');
    const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-identity-'));
    await server.database.ownerPool.query('DELETE FROM identity.secret_key');
    const serious = await createEmbeddedIdentity({
      publicUrl: server.publicUrl,
      clientId: 'backcounter',
      isDemo: false,
      demoPassword: null,
      dataDir,
      identityKey: null,
      transportSecurity: null,
      origins: () => false,
      secondFactorRoles: [],
      pool: server.database.pool,
      db: server.database.db,
      machines: new DatabaseMachineRegistry(server.database.pool, server.clock, false),
      mail: { isOn: false, readOutbox: null },
      clock: server.clock,
      logger: pino({ level: 'silent' }),
    });
    await expect(serious.identity.authenticate(tokens.access_token)).rejects.toMatchObject({ code: 'session.expired' });
    await rm(dataDir, { recursive: true });
  });

  test('an operator’s password replaces the published ones, also in an existing folder [security 35]', async () => {
    const { pool, db } = server.database;
    await ensureDemoPeople(db, 'quiet harbour lamps');
    await ensureDemoMachineClient(db, 'quiet harbour lamps');
    const people = await pool.query<{ password_hash: string }>(
      'SELECT password_hash FROM identity.person WHERE is_demo',
    );
    expect(people.rows).toHaveLength(7);
    for (const { password_hash: hash } of people.rows) {
      expect(await isPasswordOf(hash, 'backcounter')).toBe(false);
      expect(await isPasswordOf(hash, 'quiet harbour lamps')).toBe(true);
    }
    const secrets = async () => (await findMachineClient(db, 'demo-pos', true))?.secret_hashes;
    expect(await secrets()).toEqual([fingerprint('quiet harbour lamps')]);
    await expect(ensureDemoPeople(db, 'backcounter1')).rejects.toThrow('DEMO_PASSWORD is too common.');
  });

  test('another data key is refused with a message', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'backcounter-identity-'));
    const start = createEmbeddedIdentity({
      publicUrl: server.publicUrl,
      clientId: 'backcounter',
      isDemo: false,
      demoPassword: null,
      dataDir,
      identityKey: null,
      transportSecurity: null,
      origins: () => false,
      secondFactorRoles: [],
      pool: server.database.pool,
      db: server.database.db,
      machines: new DatabaseMachineRegistry(server.database.pool, server.clock, false),
      mail: { isOn: false, readOutbox: null },
      clock: server.clock,
      logger: pino({ level: 'silent' }),
    });
    await expect(start).rejects.toThrow(/identity\.key in DATA_DIR is not the key/);
    await rm(dataDir, { recursive: true });
  });
});

test('the key that seals secrets is readable by the server only [security 37]', async () => {
  expect((await stat(join(server.dataDir, 'identity.key'))).mode & 0o777).toBe(0o600);
});

describe('requests for forgotten passwords', () => {
  let office: IdentityServer;
  beforeAll(async () => {
    office = await startIdentityServer({ mail: { isOn: true, readOutbox: null } });
  });
  afterAll(() => office.stop());

  test('of one office have their own budget: 40 of them refuse no right password [security 22]', async () => {
    const browser = new BrowserLike(office.issuer, office.publicUrl);
    const page = await browser.open((await browser.authorize()).response);
    const form = { address: `${page.address}/forgot`, markup: page.markup };
    const statuses: number[] = [];
    for (let index = 0; index < 40; index += 1)
      statuses.push((await browser.submit(form, { email: `colleague-${index}@demo.test` })).status);
    // The budget itself holds.
    expect([statuses[0], statuses.at(-1)]).toEqual([303, 429]);
    const tokens = await new BrowserLike(office.issuer, office.publicUrl).signIn('admin@demo.test');
    expect(tokens.access_token).toBeTruthy();
  });

  test('are answered while the office is throttled for wrong passwords', async () => {
    await office.database.pool.query('DELETE FROM identity.sign_in_throttle');
    for (let index = 0; index < 30; index += 1) await beginTry(office.database.db, 'address', networkOf('127.0.0.1'));
    for (let index = 0; index < 30; index += 1) await beginTry(office.database.db, 'address', networkOf('::1'));
    const browser = new BrowserLike(office.issuer, office.publicUrl);
    const page = await browser.open((await browser.authorize()).response);
    const form = { address: `${page.address}/forgot`, markup: page.markup };
    expect((await browser.submit(form, { email: 'viewer@demo.test' })).status).toBe(303);
  });
});
