import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { deleteOldRefusals } from '../../../references/machine-refusals.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';

const STORE = '01900000-0000-7000-8000-00000000c001';
const OTHER = '01900000-0000-7000-8000-00000000c002';
const test = await fileApp();
const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 20);
  await rowsOf(
    `insert into store (id, sid, name, country_code, area_id, timezone, state, opened_on) values
       ($1, 'BERLIN01', 'Mitte', 'DE', $3, 'Europe/Berlin', 'ACTIVE', '2025-01-01'),
       ($2, 'BERLIN02', 'Wedding', 'DE', $3, 'Europe/Berlin', 'ACTIVE', '2025-01-01')`,
    [STORE, OTHER, AREAS.berlin],
  );
  await send({ from: { system: 'ISSUANCE' }, to: { storeSid: 'BERLIN02' }, amount: 1_000, code: 'ISSUE' });
});

const send = async (more: object, operation = 'transferPoints') => {
  const { body } = await test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome } }',
    { i: { key: randomUUID(), amount: 50, code: 'EARN', ...more } },
    { token: 'machine' },
  );
  return body.errors?.[0]?.extensions.code ?? body.data[operation].outcome;
};
const earn = (to: string, storeSid: string, reference: string) =>
  send({ from: { storeSid }, to: { accountId: to }, reference });
const today = `select (now() at time zone 'Europe/Berlin')::date::text as day`;
async function receipts(of: string, receipt: string | null = null, storeId = STORE) {
  const { body } = await test.send(
    `query($a: ID!, $s: ID!, $d: Date!, $r: String) { receiptsOfDay(accountId: $a, storeId: $s, day: $d, receipt: $r) {
      status receipt points reason codeEnd storeName otherAccountNumber refusalId correctedBy } }`,
    { a: of, s: storeId, d: (await rowsOf(today))[0].day, r: receipt },
  );
  expect(body.errors).toBeUndefined();
  return body.data.receiptsOfDay as Record<string, unknown>[];
}
const refusals = (of: string) => rowsOf('select * from machine_refusal where account_id = $1 order by place', [of]);
async function correct(of: string, more: object) {
  const input = { owner: { type: 'ACCOUNT', id: of }, direction: 'CREDIT', amount: 50, reason: 'r', key: randomUUID() };
  const { body } = await test.send(
    'mutation($i: AdjustPointsInput!) { adjustPoints(input: $i) { pointsTransfer { id referenceId } } }',
    { i: { ...input, ...more } },
  );
  return body.errors?.[0]?.extensions.details.fields ?? body.data.adjustPoints.pointsTransfer;
}

it('says what became of each receipt: sent, refused and why, posted elsewhere, never arrived', async () => {
  const id = accountId(1);
  expect(await earn(id, 'BERLIN01', 'R-1')).toBe('points.insufficient');
  expect(await earn(id, 'BERLIN02', 'R-2')).toBe('POSTED');
  expect(await earn(accountId(2), 'BERLIN02', 'R-3')).toBe('POSTED');
  await expect.poll(() => receipts(id)).toHaveLength(2);
  const [elsewhere, refused] = await receipts(id);
  expect(elsewhere).toMatchObject({ status: 'ELSEWHERE', receipt: 'R-2', storeName: 'Wedding', points: 50 });
  expect(refused).toMatchObject({ status: 'REFUSED', receipt: 'R-1', reason: 'points.insufficient', points: 50 });
  expect(await receipts(id, 'R-2', OTHER)).toMatchObject([{ status: 'SENT' }]);
  expect(await receipts(id, ' R-3 ', OTHER)).toMatchObject([{ status: 'ELSEWHERE', otherAccountNumber: 100002 }]);
  expect(await receipts(id, 'R-4')).toMatchObject([{ status: 'NEVER_ARRIVED', receipt: 'R-4', storeName: 'Mitte' }]);
});

it('notes refused codes with their last four characters, and no request of an unknown account', async () => {
  const id = accountId(3);
  const redeem = (accountId: string) =>
    test.send(
      'mutation($i: RedeemCouponInput!) { redeemCoupon(input: $i) { outcome } }',
      { i: { key: randomUUID(), code: 'WRONGCARE7', accountId, storeSid: 'BERLIN01', orderReference: 'C-1' } },
      { token: 'machine' },
    );
  await redeem(randomUUID());
  await redeem(id);
  await expect
    .poll(() => receipts(id))
    .toMatchObject([{ status: 'REFUSED', reason: 'UNKNOWN_CODE', codeEnd: 'ARE7', storeName: 'Mitte' }]);
  expect(await rowsOf('select from machine_refusal where account_id <> all ($1)', [[1, 3].map(accountId)])).toEqual([]);
});

it('keeps 100 of an account and day, once for a repeated request, for 30 days', async () => {
  const id = accountId(4);
  for (const _try of [1, 2]) await earn(id, 'BERLIN01', 'same');
  await expect.poll(() => refusals(id)).toHaveLength(1);
  const transfers = Array.from({ length: 150 }, (_, n) => ({
    ...{ key: randomUUID(), from: { storeSid: 'BERLIN01' }, to: { accountId: id }, amount: 50, code: 'EARN' },
    reference: `R-${n}`,
  }));
  await test.send(
    'mutation($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { outcome } } }',
    { t: transfers },
    { token: 'machine' },
  );
  await expect.poll(() => refusals(id)).toHaveLength(100);
  await rowsOf(`update machine_refusal set day = day - 31 where account_id = $1 and place > 1`, [id]);
  await deleteOldRefusals(test.database.db);
  expect(await refusals(id)).toHaveLength(1);
});

it('corrects a receipt once, and again after the correction is reversed', async () => {
  const id = accountId(7);
  await earn(id, 'BERLIN01', 'K-1');
  await expect.poll(() => receipts(id)).toHaveLength(1);
  const refusalId = (await receipts(id))[0]?.['refusalId'];
  const done = await correct(id, { storeId: STORE, refusalId });
  expect(done).toMatchObject({ referenceId: 'K-1' });
  expect(await receipts(id)).toMatchObject([{ status: 'REFUSED', correctedBy: done.id }]);
  const taken = { receipt: [{ rule: 'taken' }] };
  expect(await correct(id, { storeId: STORE, receipt: 'K-1' })).toEqual(taken);
  expect(await correct(id, { storeId: STORE, refusalId })).toEqual(taken);
  expect(await earn(id, 'BERLIN02', 'K-2')).toBe('POSTED');
  // The number of another store is another receipt; one that was posted needs no correction.
  expect(await correct(id, { storeId: OTHER, receipt: 'K-1' })).toMatchObject({ referenceId: 'K-1' });
  expect(await correct(id, { storeId: OTHER, receipt: 'K-2' })).toEqual(taken);
  expect(await correct(accountId(6), { storeId: STORE, refusalId })).toEqual({ refusalId: [{ rule: 'unknown' }] });
  expect(await correct(id, { receipt: 'K-3' })).toEqual({ storeId: [{ rule: 'required' }] });
  const { body } = await test.send(
    'mutation($i: ReversePointsTransferInput!) { reversePointsTransfer(input: $i) { pointsTransfer { id } } }',
    { i: { transferId: done.id, reason: 'r', key: randomUUID() } },
  );
  expect(body.errors?.[0]).toBeUndefined();
  expect(await correct(id, { storeId: STORE, refusalId })).toMatchObject({ referenceId: 'K-1' });
});
