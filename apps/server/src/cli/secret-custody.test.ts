import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { verifyBundle } from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { loadConfig } from '../config.ts';
import { createDatabase } from '../db/client.ts';
import { rotateServerSecret } from '../db/rotate-server-secret.ts';
import { SERVER_SECRETS, ServerSecrets } from '../db/server-secret.ts';
import { inTransaction } from '../db/transaction.ts';
import { openSealedBox } from '../embedded/identity/keys/sealed-box.ts';
import { loadSecretKeys } from '../embedded/identity/keys/secret-keys.ts';
import { RealtimeTokens } from '../embedded/realtime/realtime-tokens.ts';
import { drawNow, insertEntries, insertGiveaway } from '../features/giveaway/draw/testing/draw-kit.ts';
import { PictureAddresses } from '../files/picture-address.ts';
import { ResultLinks } from '../jobs/result/result-links.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { type Custody, listSecrets, type RotatableName, rotateSecret } from './secret-custody.ts';

let test: TestApp;
let custody: Custody;
/** Another process on the same database. */
let other: ServerSecrets;
beforeAll(async () => {
  test = await createTestApp();
  custody = { db: createDatabase(test.database.ownerPool), config: loadConfig({}) };
  other = await ServerSecrets.open(test.database.db);
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 30);
});
afterAll(async () => {
  other.close();
  await test.close();
});

/** All processes check for rotations, as each does every 5 s. */
const refresh = () => Promise.all([test.secrets.refresh(), other.refresh()]);

/** Moves all rotations so far into the past. */
async function letPass(interval: string): Promise<void> {
  await test.database.ownerPool.query(
    `update retired_server_secret set signs_until = signs_until - $1::interval, accepted_until = accepted_until - $1::interval`,
    [interval],
  );
  await refresh();
}

async function listNames(after: string | null) {
  const { body } = await test.send(
    'query L($after: String) { accounts(first: 3, after: $after) { nodes { id } pageInfo { endCursor } } }',
    { after },
  );
  return body.errors === undefined
    ? { cursor: body.data.accounts.pageInfo.endCursor as string, count: body.data.accounts.nodes.length as number }
    : (body.errors[0].extensions.code as string);
}

/** By key: signs something in one process and returns a check for another. */
const SIGNED: Readonly<Record<string, (maker: ServerSecrets) => Promise<(reader: ServerSecrets) => Promise<boolean>>>> =
  {
    'job-result-key': async (maker) => {
      const id = randomUUID();
      const link = new ResultLinks(maker.of('job-result-key')).make(id, 'ada', test.now);
      const query = Object.fromEntries(new URL(link, 'http://x').searchParams);
      return async (reader) => new ResultLinks(reader.of('job-result-key')).holderOf(id, query, test.now) === 'ada';
    },
    'giveaway-proof-key': async (maker) => {
      const id = randomUUID();
      const link = new ResultLinks(maker.of('giveaway-proof-key')).make(id, 'ada', test.now);
      const query = Object.fromEntries(new URL(link, 'http://x').searchParams);
      return async (reader) => new ResultLinks(reader.of('giveaway-proof-key')).holderOf(id, query, test.now) === 'ada';
    },
    'picture-key': async (maker) => {
      const { url } = new PictureAddresses(maker.of('picture-key')).make('badges/1', '1', test.now);
      const query = Object.fromEntries(new URL(url, 'http://x').searchParams);
      return async (reader) =>
        new PictureAddresses(reader.of('picture-key')).remainingMs('badges/1', query, test.now) > 0;
    },
    'realtime-key': async (maker) => {
      const clock = { now: () => test.now };
      const expiresAt = new Date(test.now.getTime() + 60_000);
      const caller = { kind: 'staff' as const, sub: 'ada', name: 'Ada', email: null, roles: [], expiresAt };
      const token = await new RealtimeTokens(maker.of('realtime-key'), clock).issue(caller);
      return (reader) =>
        new RealtimeTokens(reader.of('realtime-key'), clock).openSession(token).then(
          () => true,
          () => false,
        );
    },
  };

describe.each(Object.keys(SIGNED))('%s', (key) => {
  const name = key as RotatableName & (typeof SERVER_SECRETS)[number];
  const sign = SIGNED[key] ?? (() => Promise.reject(new Error(`nothing signs with ${key}`)));

  it('accepts the earlier value for 24 hours, whichever process refreshes first', async () => {
    await refresh();
    const before = await sign(test.secrets);
    const { signing } = test.secrets.of(name)();
    await rotateSecret(custody, name, false);
    // Only the other process has refreshed: its signatures are valid in one that has not.
    await other.refresh();
    expect(await (await sign(other))(test.secrets)).toBe(true);
    expect(await before(other)).toBe(true);
    await letPass('16 seconds');
    expect(test.secrets.of(name)().signing.equals(signing)).toBe(false);
    const after = await sign(test.secrets);
    expect([await before(other), await after(other)]).toEqual([true, true]);
    await letPass('24 hours');
    expect([await before(other), await after(other)]).toEqual([false, true]);
  });

  it('rejects earlier values with --now once a process has refreshed', async () => {
    const first = await sign(test.secrets);
    await rotateSecret(custody, name, false);
    await letPass('16 seconds');
    const second = await sign(test.secrets);
    await rotateSecret(custody, name, true);
    await refresh();
    expect([await first(other), await second(other)]).toEqual([false, false]);
    expect(await (await sign(test.secrets))(other)).toBe(true);
  });
});

describe('cursor-key', () => {
  it('continues a list from a cursor of the earlier value, but not with --now', async () => {
    const first = await listNames(null);
    if (typeof first === 'string') throw new Error(first);
    await rotateSecret(custody, 'cursor-key', false);
    await letPass('16 seconds');
    expect(await listNames(first.cursor)).toMatchObject({ count: 3 });
    await rotateSecret(custody, 'cursor-key', true);
    await refresh();
    expect(await listNames(first.cursor)).toBe('cursor.invalid');
    expect(await listNames(null)).toMatchObject({ count: 3 });
  });
});

describe('giveaway-seed', () => {
  it('opens seeds of giveaways published before rotations, and their draws verify', async () => {
    const id = await insertGiveaway(test);
    await insertEntries(test.database.ownerPool, id, 30);
    await rotateSecret(custody, 'giveaway-seed', false);
    await rotateSecret(custody, 'giveaway-seed', false);
    await letPass('10 years');
    await drawNow(test, id);
    const { checks } = verifyBundle(JSON.parse(await text((await test.fileStore.read(`proofs/${id}.json`)).content)));
    expect(checks.length).toBeGreaterThan(3);
    expect(checks.filter(({ isPassed }) => !isPassed)).toEqual([]);
    await expect(rotateSecret(custody, 'giveaway-seed', true)).rejects.toThrow('has no --now');
  });
});

describe('secrets of the embedded provider and database', () => {
  it('are rotated with an audit row each, and only if they are embedded', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'secrets-'));
    const own: Custody = { ...custody, config: loadConfig({ DATA_DIR: dataDir }), pause: async () => undefined };
    await loadSecretKeys(test.database.db, await openSealedBox(dataDir));
    for (const name of ['signing-keys', 'cookie-keys'] as const) await rotateSecret(own, name, false);
    await rotateSecret(own, 'data-key', true);
    const keys = await loadSecretKeys(test.database.db, await openSealedBox(dataDir));
    expect([keys.signing.length, keys.cookies.length]).toEqual([4, 2]);
    expect(await readdir(dataDir)).toEqual(['identity.key']);
    const { rows } = await test.database.ownerPool.query(
      `select entity_id, changes #>> '{secretEnds,1}' as ends from staff_audit_event
       where entity_id in ('signing-keys', 'cookie-keys', 'data-key') order by id`,
    );
    expect(rows).toEqual([
      { entity_id: 'signing-keys', ends: 'IN_A_DAY' },
      { entity_id: 'cookie-keys', ends: 'IN_A_DAY' },
      { entity_id: 'data-key', ends: 'NOW' },
    ]);
    const lines = (await listSecrets(own)).map(({ name, note }) => `${name}: ${note}`);
    expect(lines).toContain('signing-keys: 1 earlier accepted for up to 24 hours');
    expect(lines).toContain('data-key: identity.key in DATA_DIR');
    const foreign = {
      ...own,
      config: loadConfig({ OIDC_ISSUER: 'https://id.example', DATABASE_URL: 'postgres://db' }),
    };
    await expect(rotateSecret(foreign, 'data-key', false)).rejects.toThrow('Keys are kept by the provider');
    await expect(rotateSecret(foreign, 'database-passwords', false)).rejects.toThrow('DATABASE_URL is set');
    await rm(dataDir, { recursive: true });
  });
});

describe('a rotation', () => {
  it('is noticed by a running process within 5 s', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    const running = await ServerSecrets.open(test.database.db);
    const look = timers.mock.calls.find(([, delay]) => delay === 5_000)?.[0];
    timers.mockRestore();
    const before = running.of('cursor-key')().signing;
    await rotateSecret(custody, 'cursor-key', true);
    (look as () => void)();
    await expect.poll(() => running.of('cursor-key')().signing.equals(before)).toBe(false);
    running.close();
  });

  const stored = async () =>
    (await test.database.ownerPool.query('select name, secret from server_secret order by name')).rows;

  it('changes nothing if interrupted', async () => {
    const before = await stored();
    const killed = inTransaction(custody.db, async (trx) => {
      await rotateServerSecret(trx, 'picture-key', false);
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect(await stored()).toEqual(before);
  });

  it('waits for a concurrent one, and both retired values are kept', async () => {
    await refresh();
    const links = await SIGNED['job-result-key']?.(test.secrets);
    await Promise.all([rotateSecret(custody, 'job-result-key', false), rotateSecret(custody, 'job-result-key', false)]);
    await letPass('16 seconds');
    expect(await links?.(other)).toBe(true);
    expect(other.of('job-result-key')().accepted.length).toBeGreaterThanOrEqual(3);
  });

  it('is audited, and neither the trail nor the list contains values', async () => {
    await rotateSecret(custody, 'cursor-key', false);
    const { rows } = await test.database.ownerPool.query(
      `select action, actor_sub, entity_id, changes, staff_audit_event::text as whole from staff_audit_event
       where entity_type = 'secret' and entity_id = 'cursor-key' order by id desc limit 1`,
    );
    expect(rows[0]).toMatchObject({
      action: 'secret.rotate',
      actor_sub: 'operator',
      changes: { secretEnds: [null, 'IN_A_DAY'] },
    });
    const lines = await listSecrets({ ...custody, config: loadConfig({ METRICS_TOKEN: 'of the operator alone' }) });
    expect(lines.map(({ name }) => name)).toEqual(expect.arrayContaining([...SERVER_SECRETS, 'METRICS_TOKEN']));
    expect(lines.find(({ name }) => name === 'cursor-key')?.note).toMatch(/^1 earlier accepted until \d{4}-/);
    const said = JSON.stringify([lines, rows]);
    expect(said).not.toContain('of the operator alone');
    for (const { secret } of await stored())
      for (const form of ['hex', 'base64', 'base64url'] as const) expect(said).not.toContain(secret.toString(form));
  });
});
