import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool } from '../../db/client.ts';
import { type Credentials, newCredentials, readCredentials, urlsOf, writeCredentials } from './credentials.ts';
import { canConnect } from './roles.ts';
import { acceptedCredentials, presentPassword, rotatePasswords } from './rotate-passwords.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './supervisor.ts';

let dataDir: string;
let server: EmbeddedPostgres;
let pool: pg.Pool;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'backcounter-passwords-'));
  server = await startEmbeddedPostgres({ dataDir });
  // A running process, started with the first passwords.
  pool = createPool({ url: server.urls.app, password: presentPassword(dataDir), acquireTimeoutMs: 20_000 });
}, 60_000);
afterAll(async () => {
  await pool.end();
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const noRecord = async () => undefined;

async function present() {
  const credentials = await readCredentials(dataDir);
  if (credentials === null) throw new Error('no credentials');
  return credentials;
}

/** Roles that can sign in with these passwords. */
const open = async (urls: EmbeddedPostgres['urls']) =>
  Promise.all([urls.superuser, urls.owner, urls.app].map((url) => canConnect(url)));

/** Checks that the pool can open a new connection. */
async function opensAnother(): Promise<void> {
  const clients = [await pool.connect(), await pool.connect()];
  for (const client of clients) expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  for (const client of clients) client.release(true);
}

test('a rotation ends the three passwords immediately, and a running pool continues', async () => {
  const kept = await pool.connect();
  const before = await present();
  await rotatePasswords(dataDir, noRecord);
  const after = await present();
  const passwordsOf = ({ superuserPassword, ownerPassword, appPassword }: Credentials) => [
    superuserPassword,
    ownerPassword,
    appPassword,
  ];
  expect(new Set([...passwordsOf(before), ...passwordsOf(after)]).size).toBe(6);
  expect(await open(urlsOf(before))).toEqual([false, false, false]);
  expect(await open(urlsOf(after))).toEqual([true, true, true]);
  expect((await kept.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  kept.release();
  await opensAnother();
  expect((await stat(path.join(dataDir, 'database.json'))).mode & 0o777).toBe(0o600);
  const log = await readFile(path.join(server.home, 'postgres.log'), 'utf8');
  for (const { superuserPassword, ownerPassword, appPassword } of [before, after])
    for (const password of [superuserPassword, ownerPassword, appPassword]) expect(log).not.toContain(password);
});

test('a failed rotation changes neither the file nor the database', async () => {
  const before = await present();
  const failing = rotatePasswords(dataDir, async () => {
    throw new Error('no audit row');
  });
  await expect(failing).rejects.toThrow('no audit row');
  expect((await present()).appPassword).toBe(before.appPassword);
  expect(await open(urlsOf(before))).toEqual([true, true, true]);
});

test('two concurrent rotations leave one working set of passwords', async () => {
  await Promise.all([rotatePasswords(dataDir, noRecord), rotatePasswords(dataDir, noRecord)]);
  expect(await open(urlsOf(await present()))).toEqual([true, true, true]);
  await opensAnother();
});

test('after a rotation killed before the database changed, passwords work, and the next start or rotation completes it', async () => {
  const before = await present();
  const { superuserPassword, ownerPassword, appPassword, port } = before;
  const half = { ...newCredentials(port), previous: { superuserPassword, ownerPassword, appPassword } };
  await writeCredentials(dataDir, half);
  expect((await acceptedCredentials(dataDir))?.appPassword).toBe(appPassword);
  await opensAnother();
  await rotatePasswords(dataDir, noRecord);
  expect(await open(urlsOf(await present()))).toEqual([true, true, true]);
  await opensAnother();

  // The same as a backup whose file is newer than its database.
  const second = await present();
  const { port: _port, previous: _previous, ...passwords } = second;
  await writeCredentials(dataDir, { ...newCredentials(second.port), previous: passwords });
  await server.stop();
  server = await startEmbeddedPostgres({ dataDir });
  expect(await open(urlsOf(await present()))).toEqual([true, true, true]);
  expect(await open(urlsOf(second))).toEqual([false, false, false]);
}, 60_000);
