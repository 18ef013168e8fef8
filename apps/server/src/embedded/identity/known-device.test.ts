import { generate } from 'otplib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StaffAdministration } from './staff-administration.ts';
import { BrowserLike } from './testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from './testing/identity-server.ts';

let server: IdentityServer;
const EMAIL = 'viewer@demo.test';
const PASSWORD = 'backcounter';
const COOKIE = 'bc_device';
const PATH = '/identity/interaction';
const browserWith = (device?: string) => {
  const browser = new BrowserLike(server.issuer, server.publicUrl);
  if (device !== undefined) browser.steal(COOKIE, device, PATH);
  return browser;
};

beforeAll(async () => {
  server = await startIdentityServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  for (const table of ['sign_in_throttle', 'refused_sign_in', 'known_device'])
    await server.database.pool.query(`DELETE FROM identity.${table}`);
  await server.database.pool.query('UPDATE identity.person SET totp_secret = NULL, totp_last_step = 0');
});

/** The device cookie set by a full sign-in. */
async function signIn(browser = browserWith(), email = EMAIL): Promise<string> {
  await browser.signIn(email);
  return browser.cookie(COOKIE) ?? '';
}

async function tryOnce(password: string, browser = browserWith(), email = EMAIL): Promise<number> {
  const page = await browser.open((await browser.authorize()).response);
  return (await browser.submit(page, { email, password })).status;
}

async function block(browser?: () => BrowserLike): Promise<void> {
  for (let guess = 0; guess < 5; guess += 1) expect(await tryOnce(`wrong ${guess}`, browser?.())).toBe(401);
  expect(await tryOnce(PASSWORD, browser?.())).toBe(429);
}

describe('a known device', () => {
  test('is not blocked by guesses of strangers [security 15]', async () => {
    const device = await signIn();
    await block();
    expect(await tryOnce(PASSWORD, browserWith(device))).toBe(303);
  });

  test('is not blocked by guesses from its address [security 15]', async () => {
    const device = await signIn();
    for (let guess = 0; guess < 30; guess += 1)
      expect(await tryOnce('wrong', browserWith(), `guess-${guess}@demo.test`)).toBe(401);
    expect(await tryOnce(PASSWORD)).toBe(429);
    expect(await tryOnce(PASSWORD, browserWith(device))).toBe(303);
  });

  test('has its own attempts, which block no one else', async () => {
    const device = await signIn();
    await block(() => browserWith(device));
    expect(await tryOnce(PASSWORD)).toBe(303);
  });

  test('of one person is a stranger to another', async () => {
    const device = await signIn(browserWith(), 'admin@demo.test');
    await block();
    expect(await tryOnce(PASSWORD, browserWith(device))).toBe(429);
  });

  test('gets a new cookie with each sign-in, which invalidates the previous one', async () => {
    const stolen = await signIn();
    const device = await signIn(browserWith(stolen));
    expect(device).not.toBe(stolen);
    await block();
    expect(await tryOnce(PASSWORD, browserWith(stolen))).toBe(429);
    expect(await tryOnce(PASSWORD, browserWith(device))).toBe(303);
  });

  test.each([
    ['altered', (device: string) => `${device.slice(0, -2)}${device.endsWith('AA') ? 'BB' : 'AA'}`],
    ['made up', () => Buffer.from(JSON.stringify({ id: 'x', turn: 1 })).toString('base64url')],
    ['empty', () => ''],
  ])('with an %s cookie is a stranger', async (_name, change) => {
    const device = await signIn();
    await block();
    expect(await tryOnce(PASSWORD, browserWith(change(device)))).toBe(429);
  });

  test('is unknown again after 180 days', async () => {
    const device = await signIn();
    await block();
    server.clock.skewMs = 181 * 86_400_000;
    const status = await tryOnce(PASSWORD, browserWith(device));
    server.clock.skewMs = 0;
    expect(status).toBe(429);
  });

  test('hides its cookie from scripts, other sites and other pages', async () => {
    const browser = browserWith();
    const page = await browser.open((await browser.authorize()).response);
    const answer = await browser.submit(page, { email: EMAIL, password: PASSWORD });
    const line = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${COOKIE}=`));
    expect(line?.split('; ').slice(1)).toEqual([`Path=${PATH}`, 'Max-Age=15552000', 'HttpOnly', 'SameSite=Strict']);
  });

  test('is one of at most 20 per person', async () => {
    const first = await signIn();
    for (let more = 0; more < 20; more += 1) await signIn();
    const { rows } = await server.database.pool.query('SELECT FROM identity.known_device');
    expect(rows).toHaveLength(20);
    await block();
    expect(await tryOnce(PASSWORD, browserWith(first))).toBe(429);
  });
});

describe('with a second factor', () => {
  async function enrol(browser: BrowserLike): Promise<void> {
    const page = await (await browser.request('account?enrol=1')).text();
    const sealed = /name="sealed" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const shown = (/<p class="key" dir="ltr">([A-Z2-7 ]+)</.exec(page)?.[1] ?? '').replaceAll(' ', '');
    const form = { markup: page, address: `${server.issuer}/account/second-factor` };
    await browser.submit(form, { sealed, code: await generate({ secret: shown }) });
    key = shown;
  }
  let key = '';

  async function openCode(browser: BrowserLike) {
    const page = await browser.open((await browser.authorize()).response);
    return browser.open(await browser.submit(page, { email: EMAIL, password: PASSWORD }));
  }

  test('a device is known only after the code, and strangers who know the password do not block it', async () => {
    const browser = browserWith();
    const before = await signIn(browser);
    await enrol(browser);

    const stranger = browserWith();
    const theirs = await openCode(stranger);
    expect(stranger.cookie(COOKIE)).toBeUndefined();
    for (let guess = 0; guess < 5; guess += 1)
      expect((await stranger.submit(theirs, { code: '000000' })).status).toBe(401);
    const next = () => generate({ secret: key, epoch: Math.floor(Date.now() / 1000) + 30 });
    expect((await stranger.submit(theirs, { code: await next() })).status).toBe(429);

    const owner = browserWith(before);
    const mine = await openCode(owner);
    expect(owner.cookie(COOKIE)).toBe(before);
    expect((await owner.submit(mine, { code: await next() })).status).toBe(303);
    expect(owner.cookie(COOKIE)).not.toBe(before);
  });
});

describe('resetting by operator and person', () => {
  const staff = () => new StaffAdministration(server.database.db);

  test('unlock ends lock-outs of strangers and known devices', async () => {
    const device = await signIn();
    await block();
    await block(() => browserWith(device));
    await staff().unlock(EMAIL.toUpperCase());
    expect(await tryOnce(PASSWORD)).toBe(303);
    expect(await tryOnce(PASSWORD, browserWith(device))).toBe(303);
    const { rows } = await server.database.ownerPool.query(
      "SELECT actor_sub, outcome FROM staff_audit_event WHERE action = 'staff.unlock'",
    );
    expect(rows).toEqual([{ actor_sub: 'operator', outcome: 'DONE' }]);
    await expect(staff().unlock('ghost@demo.test')).rejects.toThrow('No one has the e-mail ghost@demo.test.');
  });

  test('a new password forgets the devices', async () => {
    const email = 'dora@firm.test';
    await staff().add({ email, name: 'Dora', roles: [], password: 'first long password' });
    const browser = browserWith();
    await browser.signIn(email, 'first long password');
    await staff().reset(email, 'second long password');
    for (let guess = 0; guess < 5; guess += 1) await tryOnce('wrong', browserWith(), email);
    expect(await tryOnce('second long password', browserWith(browser.cookie(COOKIE)), email)).toBe(429);
  });

  test('a signed-in person can change the password while strangers guess', async () => {
    const browser = browserWith();
    await browser.signIn(EMAIL);
    await block();
    const markup = await (await browser.request('account')).text();
    const page = { markup, address: `${server.issuer}/account/password` };
    const answer = await browser.submit(page, { current: PASSWORD, new: 'short' });
    expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('fewer than 12 characters')]);
  });
});
