import { randomUUID } from 'node:crypto';
import { afterAll, expect, it } from 'vitest';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { openWallet, readWallet } from '../../../ledger/wallet.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import type { TestAnswer } from '../../../testing/test-app.ts';

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 20);
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const send = (input: object, headers: Record<string, string> = {}, token = 'machine'): Promise<TestAnswer> =>
  test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome transferId } }',
    { i: { key: randomUUID(), from: { system: 'ISSUANCE' }, amount: 1, code: 'ISSUE', ...input } },
    { token, headers },
  );
const outcomeOf = ({ body }: TestAnswer): string =>
  body.errors?.[0].extensions.code ?? body.data.transferPoints.outcome;

it('transfers that arrive together are decided and audited one by one [points 10]', async () => {
  const wallet = await openWallet(test.database.db, { type: 'STORE', id: randomUUID() });
  await send({ to: { walletId: wallet }, amount: 5 });
  const twice = { key: randomUUID(), to: { accountId: accountId(1) }, reason: 'twice' };
  const answers = await Promise.all([
    ...Array.from({ length: 20 }, () =>
      send({ from: { walletId: wallet }, to: { accountId: accountId(1) }, code: 'EARN' }),
    ),
    ...Array.from({ length: 4 }, () => send(twice)),
    send({ ...twice, amount: 2 }),
    send({ to: { firebaseId: `firebase${'1'.padStart(20, '0')}` }, reference: ' R-1 ', reason: ' because ' }),
    send({ to: { storeSid: 'NOWHERE1' } }),
    send({ to: { walletId: 'no id' } }),
    send({ from: { accountId: accountId(5) }, to: { system: 'BREAKAGE' }, code: 'SPEND' }),
    send({ to: { walletId: wallet }, occurredAt: '2020-01-01T00:00:00Z' }),
    send({ to: { walletId: wallet } }, { 'idempotency-key': randomUUID() }),
  ]);
  const outcomes = answers.map(outcomeOf);
  expect(outcomes.slice(0, 20).filter((outcome) => outcome === 'POSTED').length).toBeGreaterThanOrEqual(5);
  expect(new Set(outcomes.slice(0, 20))).toEqual(new Set(['POSTED', 'points.insufficient']));
  const same = outcomes.slice(20, 25).sort();
  // The first of the two contents keeps the key.
  expect([
    ['POSTED', 'REPLAYED', 'REPLAYED', 'REPLAYED', 'idempotency.mismatch'],
    ['POSTED', ...Array.from({ length: 4 }, () => 'idempotency.mismatch')],
  ]).toContainEqual(same);
  expect(outcomes.slice(25)).toEqual([
    'POSTED',
    'wallet.not-found',
    'wallet.not-found',
    'wallet.frozen',
    'transfer.time-out-of-range',
    'POSTED',
  ]);
  const posted = answers.filter((answer) => outcomeOf(answer) === 'POSTED');
  const ids = posted.map(({ body }) => body.data.transferPoints.transferId);
  const requests = new Map(
    posted.map(({ headers, body }) => [headers['x-request-id'], body.data.transferPoints.transferId]),
  );
  const { rows } = await test.database.pool.query(
    `select e.request_id, e.actor_sub, e.outcome, e.changes, t.amount, t.reason, t.ref_type, t.ref_id from staff_audit_event e
     join points_transfer t on t.id::text = e.changes -> 'transfer' ->> 1 where t.id = any($1::uuid[])`,
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  for (const { request_id: request, actor_sub: actor, outcome, changes, amount } of rows) {
    expect([actor, outcome, changes]).toEqual([
      'demo-pos',
      'DONE',
      { transfer: [null, requests.get(request)], points: [null, amount] },
    ]);
  }
  expect(rows.filter(({ ref_id: id }) => id === 'R-1')).toMatchObject([{ reason: 'because', ref_type: 'TRANSFER' }]);
});

it('a locked wallet delays no transfers between others [points 10]', async () => {
  const [held, free] = await Promise.all(
    [2, 3].map((index) => readWallet(test.database.db, { type: 'ACCOUNT', id: accountId(index) })),
  );
  const holder = await test.database.ownerPool.connect();
  try {
    await holder.query('begin');
    await holder.query('select from points_wallet where id = $1 for update', [held?.id]);
    let isAnswered = false;
    const waiting = Promise.all(Array.from({ length: 3 }, () => send({ to: { walletId: held?.id } }))).then((all) => {
      isAnswered = true;
      return all;
    });
    const others = await Promise.all(Array.from({ length: 3 }, () => send({ to: { walletId: free?.id } })));
    expect(others.map(outcomeOf)).toEqual(['POSTED', 'POSTED', 'POSTED']);
    expect(isAnswered).toBe(false);
    await holder.query('rollback');
    expect((await waiting).map(outcomeOf)).toEqual(['POSTED', 'POSTED', 'POSTED']);
  } finally {
    holder.release();
  }
});
