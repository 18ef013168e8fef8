import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../imports/testing/import-steps.ts';
import { openStreamClient, type StreamClient } from '../testing/stream-client.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestToken } from '../testing/test-app.ts';
import { insertStores, storeId } from '../testing/test-stores.ts';
import { startTestWorker, type TestWorker, untilJob } from '../testing/test-worker.ts';

const VERSION = 'id version updatedAt updatedBy { sub name }';
const ACCOUNTS = `subscription($ids: [ID!]!) { accountsChanged(ids: $ids) { ${VERSION} } }`;
const STORES = `subscription($ids: [ID!]!) { storesChanged(ids: $ids) { ${VERSION} } }`;

let test: TestApp;
let other: TestApp;
let worker: TestWorker;
/** Receives every database notice as sent. */
let listener: pg.Client;
const notices: string[] = [];
const clients: StreamClient[] = [];

beforeAll(async () => {
  test = await createTestApp();
  other = await createTestApp({}, undefined, test.database);
  worker = startTestWorker(test);
  await insertReferenceData(test.database.ownerPool);
  await insertStores(test.database.ownerPool, 60);
  listener = new pg.Client(test.database.url);
  await listener.connect();
  listener.on('notification', ({ channel, payload }) => notices.push(`${channel} ${payload}`));
  await listener.query('listen account_changed');
  await listener.query('listen store_changed');
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 60);
  await heard();
  notices.length = 0;
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
});
afterAll(async () => {
  await listener.end();
  await worker.stop();
  await other.close();
  await test.close();
});

interface Version {
  readonly id: string;
  readonly version: number;
  readonly updatedBy: { readonly sub: string; readonly name: string } | null;
}

async function follow(query: string, ids: readonly string[], { token = 'admin' as TestToken, on = test } = {}) {
  const client = await openStreamClient(on, token);
  clients.push(client);
  const results = client.follow(query, { ids });
  return async (): Promise<readonly Version[]> => {
    const { data, errors } = (await results.next()) as { data?: Record<string, Version[]>; errors?: unknown };
    if (!data) throw new Error(JSON.stringify(errors));
    return Object.values(data)[0] ?? [];
  };
}
/** Notices of everything committed so far. */
async function heard(): Promise<readonly string[]> {
  await listener.query('select 1');
  return notices;
}
const versionsOf = (records: readonly Version[]) => records.map(({ version }) => version);
const rename = (n: number, expectedVersion: number, displayName: string) =>
  test.send('mutation($input: UpdateAccountInput!) { updateAccount(input: $input) { account { id } } }', {
    input: { id: accountId(n), expectedVersion, patch: { displayName } },
  });

describe('followed accounts', () => {
  it('send the new version and who saved it, on every process [live 5]', async () => {
    const ids = [accountId(1), accountId(2)];
    const nexts = [await follow(ACCOUNTS, ids), await follow(ACCOUNTS, ids, { on: other, token: 'marketing' })];
    for (const next of nexts) expect(versionsOf(await next())).toEqual([1, 1]);
    await rename(3, 1, 'Nobody Follows');
    await rename(2, 1, 'Ada Renamed');
    for (const next of nexts)
      expect(await next()).toMatchObject([
        { id: accountId(1), version: 1, updatedBy: null },
        { id: accountId(2), version: 2, updatedBy: { sub: 'staff-admin' } },
      ]);
    // No personal data goes over the channel.
    expect(await heard()).toEqual([`account_changed ${accountId(3)}`, `account_changed ${accountId(2)}`]);
  });

  it('send what a job changed, with one notice a batch [live 5]', async () => {
    const next = await follow(ACCOUNTS, [accountId(1), accountId(2)]);
    await next();
    const answer = await test.send(
      'mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "fraud" }) { job { id } } }',
    );
    await untilJob(test, answer.body.data.startAccountBulk.job.id, 'SUCCEEDED');
    expect(versionsOf(await next())).toEqual([2, 2]);
    expect(await heard()).toEqual(['account_changed many']);
  });

  it('send what an import changed [live 5]', async () => {
    const next = await follow(ACCOUNTS, [accountId(1), accountId(2)]);
    await next();
    const { create, update, ended } = importSteps(test);
    const { id } = await create('ACCOUNTS', `firebaseId,displayName\nfirebase${'1'.padStart(20, '0')},Imported\n`);
    await update({ id, matchBy: ['firebaseId'], existingRows: 'UPDATE', missingRows: 'SKIP' });
    await ended('check', id);
    expect(await heard()).toEqual([]);
    await ended('run', id);
    expect(versionsOf(await next())).toEqual([2, 1]);
    expect(await heard()).toEqual([`account_changed ${accountId(1)}`]);
  });

  it('send nothing for maintained columns or rolled-back changes', async () => {
    const pool = test.database.ownerPool;
    await pool.query('update account set last_seen_at = now(), badge_count = badge_count + 1');
    await pool.query('begin; update account set version = version + 1; rollback');
    await pool.query('update account set version = version + 1 where false');
    expect(await heard()).toEqual([]);
  });

  it('are named in notices, up to 20 per statement', async () => {
    const change = (to: number) =>
      test.database.ownerPool.query('update account set version = version + 1 where id <= $1', [accountId(to)]);
    await change(20);
    expect((await heard()).toSorted()).toEqual(
      Array.from({ length: 20 }, (_, index) => `account_changed ${accountId(index + 1)}`),
    );
    notices.length = 0;
    await change(21);
    expect(await heard()).toEqual(['account_changed many']);
  });

  it('send the current version after the listening connection was lost [live 5]', async () => {
    const next = await follow(ACCOUNTS, [accountId(1)]);
    expect(versionsOf(await next())).toEqual([1]);
    await test.database.ownerPool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'backcounter-live/%' and datname = current_database()`,
    );
    await rename(1, 1, 'Ada Meanwhile');
    expect(versionsOf(await next())).toEqual([2]);
  });

  it('are at most a hundred ids', async () => {
    for (const ids of [['x'], Array.from({ length: 101 }, (_, n) => accountId(n))]) {
      const next = await follow(ACCOUNTS, ids);
      await expect(next()).rejects.toThrow('request.malformed');
    }
    expect(await (await follow(ACCOUNTS, [accountId(9_999)]))()).toEqual([]);
  });
});

describe('followed stores', () => {
  it('send the new version when one or many change [live 5]', async () => {
    const next = await follow(STORES, [storeId(1), storeId(2)]);
    expect(versionsOf(await next())).toEqual([1, 1]);
    await test.send(
      `mutation { updateStore(input: { id: "${storeId(1)}", expectedVersion: 1, patch: { name: "Renamed" } }) { store { id } } }`,
    );
    expect(versionsOf(await next())).toEqual([2, 1]);
    const answer = await test.send(
      'mutation { startStoreBulk(input: { selection: {}, action: SUSPEND, reason: "flood" }) { job { id } } }',
    );
    await untilJob(test, answer.body.data.startStoreBulk.job.id, 'SUCCEEDED');
    expect(versionsOf(await next())).toEqual([3, 2]);
    expect(await heard()).toEqual([`store_changed ${storeId(1)}`, 'store_changed many']);
  });
});

it.each([
  ['campaign-viewer', 'access.denied'],
  ['campaign-manager', 'access.denied'],
  ['campaign-streamer', 'access.denied'],
  ['nobody', 'access.denied'],
  ['machine', '403'],
])('changes of accounts and stores are refused to %s [live 5]', async (token, refusal) => {
  for (const [query, id] of [
    [ACCOUNTS, accountId(1)],
    [STORES, storeId(1)],
  ] as const) {
    const next = await follow(query, [id], { token });
    await expect(next()).rejects.toThrow(refusal);
  }
});
