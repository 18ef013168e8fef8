import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { readWallet } from '../../../ledger/wallet.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';

const STORE = '01900000-0000-7000-8000-00000000c001';
const test = await fileApp();
beforeAll(async () => {
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, 20);
  await ownerPool.query(
    `insert into store (id, sid, name, country_code, area_id, timezone, state, opened_on)
     values ($1, 'BERLIN01', 'Mitte', 'DE', $2, 'Europe/Berlin', 'ACTIVE', '2025-01-01')`,
    [STORE, AREAS.berlin],
  );
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const machine = { token: 'machine' };
const transfer = (more: object = {}) => ({
  key: randomUUID(),
  from: { system: 'ISSUANCE' },
  to: { storeSid: 'BERLIN01' },
  amount: 10,
  code: 'ISSUE',
  ...more,
});
const one = (input: object, request = machine) =>
  test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome transferId code field } }',
    { i: input },
    request,
  );
async function many(transfers: readonly object[]) {
  const { body } = await test.send(
    'mutation($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { outcome transferId code field } } }',
    { t: transfers },
    machine,
  );
  return body;
}
const store = () => readWallet(test.database.db, { type: 'STORE', id: STORE });

it('a machine client moves points between parties given by sid, Firebase id, account id or wallet', async () => {
  const before = (await store()).balance;
  const account = await readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(1) });
  expect((await one(transfer({ amount: 100 }))).body.data.transferPoints).toMatchObject({
    outcome: 'POSTED',
    code: null,
  });
  const ways = [
    { firebaseId: `firebase${'1'.padStart(20, '0')}` },
    { accountId: accountId(1) },
    { walletId: account.id },
  ];
  for (const to of ways)
    expect(
      (await one(transfer({ from: { storeSid: 'BERLIN01' }, to, amount: 7, code: 'EARN', reference: 'R-1' }))).body
        .errors,
    ).toBeUndefined();
  expect((await store()).balance).toBe(before + 79);
  expect((await readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(1) })).balance).toBe(
    account.balance + 21,
  );
});

it('the same key is always the same transfer, with or without a header', async () => {
  const input = transfer({ reason: 'Campaign', occurredAt: '2020-01-01T00:00:00Z' });
  expect((await one(input)).body.errors[0].extensions.code).toBe('transfer.time-out-of-range');
  const fresh = { ...input, occurredAt: new Date(Date.now() - 5000).toISOString() };
  const { transferId } = (await one(fresh)).body.data.transferPoints;
  const before = await store();
  const again = await Promise.all(Array.from({ length: 10 }, () => one(fresh)));
  for (const { body } of again) expect(body.data.transferPoints).toMatchObject({ outcome: 'REPLAYED', transferId });
  const other = await one({ ...fresh, amount: 11 });
  expect([other.status, other.body.errors[0].extensions.code]).toEqual([409, 'idempotency.mismatch']);
  expect(await store()).toEqual(before);
});

it('a batch decides each row separately and reports its problem [points 9]', async () => {
  const good = transfer();
  const { data } = await many([
    good,
    good,
    transfer({ amount: 0 }),
    transfer({ key: 'a b' }),
    transfer({ to: {} }),
    transfer({ to: { storeSid: 'BERLIN01', accountId: accountId(1) } }),
    transfer({ to: { storeSid: 'NOWHERE1' } }),
    transfer({ from: { accountId: accountId(2) }, amount: 1, code: 'SPEND' }),
    transfer({ from: { accountId: accountId(5) }, amount: 1, code: 'SPEND' }),
    transfer({ reason: 'x'.repeat(301) }),
  ]);
  expect(
    data.transferPointsBatch.results.map(({ outcome, code, field }: Record<string, string>) =>
      [outcome, code, field].filter(Boolean).join(' '),
    ),
  ).toEqual([
    'POSTED',
    'REPLAYED',
    'REFUSED field.invalid amount',
    'REFUSED field.invalid key',
    'REFUSED field.invalid to',
    'REFUSED field.invalid to',
    'REFUSED wallet.not-found',
    'REFUSED points.insufficient',
    'REFUSED wallet.frozen',
    'REFUSED field.invalid reason',
  ]);
});

it('5,000 fit in one request, and one more is refused [points 9]', async () => {
  const before = (await store()).balance;
  const batch = Array.from({ length: 5000 }, () => transfer({ amount: 1 }));
  const { data } = await many(batch);
  expect(new Set(data.transferPointsBatch.results.map(({ outcome }: { outcome: string }) => outcome))).toEqual(
    new Set(['POSTED']),
  );
  expect((await store()).balance).toBe(before + 5000);
  const { rows } = await test.database.pool.query(
    `select changes from staff_audit_event where action = 'points.transfer-many' order by occurred_at desc, id desc limit 1`,
  );
  expect(rows[0].changes).toEqual({ transfers: [null, 5000], refused: [null, 0], points: [null, 5000] });
  expect((await many([...batch, transfer()])).errors[0].extensions.code).toBe('field.invalid');
});

it('staff cannot post transfers, and machine clients only with codes and wallets open to them', async () => {
  expect((await one(transfer(), { token: 'admin' })).body.errors[0].extensions.code).toBe('access.denied');
  for (const wrong of [
    { from: { system: 'CORRECTION' } },
    { code: 'MANUAL_CREDIT' },
    { code: 'REVERSAL' },
    { extra: 1 },
  ])
    expect((await one(transfer(wrong))).body.errors[0].extensions.code).toBe('request.malformed');
});

it('a store that is not active cannot spend points', async () => {
  const set = (state: string) =>
    test.database.ownerPool.query(`update store set state = $1, state_reason = 'r' where id = $2`, [state, STORE]);
  await one(transfer());
  await set('SUSPENDED');
  const spend = transfer({ from: { storeSid: 'BERLIN01' }, to: { system: 'BREAKAGE' }, code: 'SPEND', amount: 1 });
  expect((await one(spend)).body.errors[0].extensions.code).toBe('wallet.frozen');
  await set('ACTIVE');
  expect((await one(spend)).body.data.transferPoints.outcome).toBe('POSTED');
});

it('a request that a machine client aborted before it started does not run after later ones', async () => {
  const { pool } = test.database;
  const url = await test.app.listen({ host: '127.0.0.1', port: 0 });
  const input = transfer();
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    const client = new AbortController();
    const given = fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: 'Bearer machine', 'content-type': 'application/json' },
      body: JSON.stringify({
        query:
          'mutation($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { outcome } } }',
        variables: { t: [input] },
      }),
      signal: client.signal,
    }).catch((error: Error) => error.name);
    await expect.poll(() => pool.waitingCount, { interval: 5 }).toBeGreaterThan(0);
    client.abort();
    expect(await given).toBe('AbortError');
    // The server has seen the request once it answers a later one.
    await fetch(`${url}/healthz`);
  } finally {
    for (const each of held) each.release();
  }
  await expect.poll(() => test.log.join()).toContain('"the client went away"');
  const { rows } = await test.database.ownerPool.query('select from points_transfer where idempotency_key = $1', [
    input.key,
  ]);
  expect(rows).toEqual([]);
  expect((await many([input])).data.transferPointsBatch.results).toMatchObject([{ outcome: 'POSTED' }]);
});
