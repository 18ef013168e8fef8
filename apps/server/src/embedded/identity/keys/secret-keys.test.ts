import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createDatabase } from '../../../db/client.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { findPersonByEmail } from '../person.ts';
import { enrolSecondFactor, newTotpSecret } from '../second-factor.ts';
import { BrowserLike } from '../testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../testing/identity-server.ts';
import { leavePreviousDataKey, removePreviousDataKey, rotateDataKey } from './rotate-data-key.ts';
import { openSealedBox, withSealedBox } from './sealed-box.ts';
import { type KeyPurpose, loadSecretKeys, rotateSecretKeys } from './secret-keys.ts';

let server: IdentityServer;
/** A running server's refresh, every 5 s. */
let look: (() => void) | undefined;
beforeAll(async () => {
  const timers = vi.spyOn(globalThis, 'setInterval');
  server = await startIdentityServer();
  look = timers.mock.calls.find(([, delay]) => delay === 5_000)?.[0] as typeof look;
  timers.mockRestore();
});
afterAll(() => server.stop());

const owner = () => createDatabase(server.database.ownerPool);
const noPause = async () => undefined;
const person = () => new BrowserLike(server.issuer, server.publicUrl);

async function rotate(purpose: KeyPurpose, endsNow = false): Promise<void> {
  const box = await openSealedBox(server.dataDir);
  await inTransaction(owner(), (trx) => rotateSecretKeys(trx, box, purpose, endsNow));
  await server.refreshKeys();
}

/** Moves all rotations so far into the past. */
async function letPass(interval: string): Promise<void> {
  await server.database.ownerPool.query('UPDATE identity.secret_key SET retired_at = retired_at - $1::interval', [
    interval,
  ]);
  await server.refreshKeys();
}

const keySet = async () => (await (await fetch(`${server.issuer}/jwks`)).json()) as { keys: { kid: string }[] };
const kidOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid as string;

async function isPublished(idToken: string): Promise<boolean> {
  return jwtVerify(idToken, createLocalJWKSet((await keySet()) as never)).then(
    () => true,
    () => false,
  );
}

/** Whether this browser is still signed in to the provider. */
async function isSignedIn(browser: BrowserLike): Promise<boolean> {
  const { response } = await browser.authorize({ prompt: 'none' });
  return new URL(response.headers.get('location') ?? '', server.issuer).searchParams.has('code');
}

describe('signing keys', () => {
  test('are published before they sign, and earlier signatures stay valid for 24 hours', async () => {
    const browser = person();
    const before = await browser.signIn('admin@demo.test');
    await rotate('tokens');
    const during = await person().signIn('admin@demo.test');
    expect(kidOf(during.id_token)).toBe(kidOf(before.id_token));
    expect((await keySet()).keys).toHaveLength(4);
    await letPass('16 seconds');
    const renewed = await browser.token({ grant_type: 'refresh_token', refresh_token: before.refresh_token });
    expect(renewed.status).toBe(200);
    const after = (await renewed.json()) as { id_token: string };
    expect(kidOf(after.id_token)).not.toBe(kidOf(before.id_token));
    expect(await Promise.all([isPublished(before.id_token), isPublished(after.id_token)])).toEqual([true, true]);
    expect(await isSignedIn(browser)).toBe(true);
    await letPass('24 hours');
    expect(await Promise.all([isPublished(before.id_token), isPublished(after.id_token)])).toEqual([false, true]);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('end in a running server within 5 s with --now', async () => {
    const before = await person().signIn('admin@demo.test');
    const box = await openSealedBox(server.dataDir);
    await inTransaction(owner(), (trx) => rotateSecretKeys(trx, box, 'tokens', true));
    look?.();
    await expect.poll(() => isPublished(before.id_token)).toBe(false);
    expect((await keySet()).keys).toHaveLength(2);
    expect(await isPublished((await person().signIn('admin@demo.test')).id_token)).toBe(true);
  });
});

describe('cookie keys', () => {
  test('keep sessions and open sign-in pages of the earlier key, and end them with --now', async () => {
    const [browser, atThePage] = [person(), person()];
    await browser.signIn('admin@demo.test');
    const page = await atThePage.open((await atThePage.authorize()).response);
    await rotate('cookies');
    await letPass('16 seconds');
    expect(await isSignedIn(browser)).toBe(true);
    const fields = { email: 'admin@demo.test', password: 'backcounter', action: 'sign-in' };
    expect((await atThePage.followToClient(await atThePage.submit(page, fields))).searchParams.has('code')).toBe(true);
    await rotate('cookies', true);
    expect(await isSignedIn(browser)).toBe(false);
    await browser.signIn('admin@demo.test');
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('wait for a concurrent rotation, and an interrupted one changes nothing', async () => {
    const { ownerPool } = server.database;
    const kept = async () => (await ownerPool.query('SELECT id FROM identity.secret_key ORDER BY id')).rows;
    const before = await kept();
    const box = await openSealedBox(server.dataDir);
    const killed = inTransaction(owner(), async (trx) => {
      await rotateSecretKeys(trx, box, 'cookies', true);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await kept()).toEqual(before);
    const browser = person();
    await browser.signIn('admin@demo.test');
    await Promise.all([rotate('cookies'), rotate('cookies')]);
    await letPass('16 seconds');
    expect(await isSignedIn(browser)).toBe(true);
  });
});

describe('the data key', () => {
  test('of another server is refused and leaves no file, and a setting replaces the file', async () => {
    const empty = await mkdtemp(join(tmpdir(), 'backcounter-second-'));
    onTestFinished(() => rm(empty, { recursive: true }));
    const { db } = server.database;
    const load = (key: Buffer | null) => withSealedBox(empty, key, (box) => loadSecretKeys(db, box));
    await expect(load(null)).rejects.toThrow("is not the key that sealed this database's identity keys");
    await expect(load(Buffer.alloc(32, 1))).rejects.toThrow('IDENTITY_KEY');
    expect(await readdir(empty)).toEqual([]);
    const key = Buffer.from((await readFile(join(server.dataDir, 'identity.key'), 'utf8')).trim(), 'base64');
    expect((await load(key)).cookies.length).toBeGreaterThan(0);
    expect(await readdir(empty)).toEqual([]);
  });

  const file = (name: string) => readFile(join(server.dataDir, name), 'utf8').catch(() => null);
  const secretOf = async () => {
    const found = await findPersonByEmail(server.database.db, 'marketing@demo.test');
    if (found?.totp_secret == null) throw new Error('no second factor');
    return (await openSealedBox(server.dataDir)).open(found.totp_secret, found.id).toString('utf8');
  };
  const run = (pause = noPause) => inTransaction(owner(), (trx) => rotateDataKey(trx, server.dataDir, pause));

  test('reseals keys and second factors; devices and sign-in pages stay valid', async () => {
    const { db } = server.database;
    const marketing = await findPersonByEmail(db, 'marketing@demo.test');
    if (marketing === undefined) throw new Error('no person');
    const secret = newTotpSecret();
    await enrolSecondFactor(db, await openSealedBox(server.dataDir), marketing, secret, 0);
    const browser = person();
    await browser.signIn('admin@demo.test');
    const earlier = await file('identity.key');
    await run();
    expect(await file('identity.key.previous')).toBe(earlier);
    expect(await file('identity.key.next')).toBeNull();
    expect((await stat(join(server.dataDir, 'identity.key'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(server.dataDir, 'identity.key.previous'))).mode & 0o777).toBe(0o600);
    expect(await secretOf()).toBe(secret);
    await server.refreshKeys();
    expect(await isSignedIn(browser)).toBe(true);
    // A server that has not refreshed sealed this with the earlier key.
    await inTransaction(owner(), (trx) => leavePreviousDataKey(trx, server.dataDir, noPause));
    await removePreviousDataKey(server.dataDir);
    await server.refreshKeys();
    expect(await secretOf()).toBe(secret);
    expect(await isSignedIn(browser)).toBe(true);
  });

  test('opens everything wherever a rotation was killed, and the next one completes it', async () => {
    const secret = await secretOf();
    const killed = run(async () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    const next = await file('identity.key.next');
    expect(next).not.toBeNull();
    expect(await secretOf()).toBe(secret);
    // As if the files were swapped and the transaction then failed.
    const undone = inTransaction(owner(), async (trx) => {
      await rotateDataKey(trx, server.dataDir, noPause);
      throw new Error('killed');
    });
    await expect(undone).rejects.toThrow('killed');
    expect(await file('identity.key')).toBe(next);
    expect(await secretOf()).toBe(secret);
    await Promise.all([run(), run()]);
    expect(await secretOf()).toBe(secret);
    await removePreviousDataKey(server.dataDir);
    expect(await secretOf()).toBe(secret);
    await loadSecretKeys(server.database.db, await openSealedBox(server.dataDir));
  });
});
