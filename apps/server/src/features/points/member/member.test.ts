import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { fileApp } from '../../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import type { TestToken } from '../../../testing/test-app.ts';

const test = await fileApp();
beforeAll(async () => {
  await insertReferenceData(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 20);
});
afterAll(async () => expect(await ledgerFaults(test.database.ownerPool)).toEqual([]));

const POST = `mutation($i: TransferPointsInput!) { it: transferPoints(input: $i) {
  outcome key transferId fromBalance toBalance } }`;
const REVERSE = `mutation($i: ReversePointsInput!) { it: reversePoints(input: $i) {
  outcome key transferId fromBalance toBalance } }`;
const MEMBER = `query($by: MemberInput!, $first: Int!, $before: SafeInt) { it: member(by: $by) {
  id state displayName email phone balance entries(first: $first, before: $before) {
    seq delta balanceAfter code reversalOf isOwn key reference } } }`;

/** The answer, or the code of the error. */
async function ask(query: string, variables: Record<string, unknown>, token: TestToken = 'machine') {
  const { body } = await test.send(query, variables, { token });
  return body.errors?.[0].extensions.code ?? body.data.it;
}
const member = (by: object, token?: TestToken, page: object = { first: 10 }) => ask(MEMBER, { by, ...page }, token);
const reverse = (input: object, token?: TestToken) =>
  ask(REVERSE, { i: { key: randomUUID(), reason: 'Returned', ...input } }, token);
const earn = (account: string, amount: number, more: object = {}) =>
  ask(POST, {
    i: {
      key: randomUUID(),
      code: 'EARN',
      from: { system: 'ISSUANCE' },
      to: { accountId: account },
      amount,
      ...more,
    },
  });
const spend = (account: string, amount: number) =>
  earn(account, amount, { code: 'SPEND', from: { accountId: account }, to: { system: 'BREAKAGE' } });
const balanceOf = async (account: string): Promise<number> => (await member({ accountId: account })).balance;
const setState = (account: string, state: string) =>
  test.database.ownerPool.query(`update account set state = $2, state_reason = 'r' where id = $1`, [account, state]);

describe('a machine client', () => {
  it('finds an account with its balance and entries, page by page', async () => {
    const account = accountId(1);
    await earn(account, 100, { key: 'member-1', reference: 'R-1' });
    await spend(account, 30);
    const found = await member({ firebaseId: `firebase${'1'.padStart(20, '0')}` });
    expect(found).toMatchObject({ id: account, state: 'ACTIVE', balance: 70 });
    expect(found.entries).toMatchObject([
      { seq: 2, delta: -30, balanceAfter: 70, code: 'SPEND', isOwn: true, reference: null },
      { seq: 1, delta: 100, balanceAfter: 100, code: 'EARN', key: 'member-1', reference: 'R-1', reversalOf: null },
    ]);
    const rest = await member({ accountId: account }, 'machine', { first: 1, before: 2 });
    expect(rest.entries).toMatchObject([{ seq: 1 }]);
    expect(await member({ accountId: account }, 'machine', { first: 51 })).toBe('field.invalid');
  });

  it('sees neither contact data nor points without their scopes', async () => {
    const { ownerPool } = test.database;
    await ownerPool.query(`update account set display_name = 'Ada', email = 'ada@demo.test' where id = $1`, [
      accountId(2),
    ]);
    const by = { accountId: accountId(2) };
    expect(await member(by, 'machine~account.read')).toEqual({
      id: accountId(2),
      state: 'ACTIVE',
      displayName: null,
      email: null,
      phone: null,
      balance: null,
      entries: null,
    });
    expect(await member(by)).toMatchObject({ displayName: 'Ada', email: 'ada@demo.test' });
    expect(await member(by, 'machine~points.read')).toBe('access.denied');
    expect(await member(by, 'admin')).toBe('access.denied');
  });

  it('gets the same answer for unknown and closed accounts, and an error unless one way is given', async () => {
    await setState(accountId(3), 'CLOSED');
    for (const by of [
      { accountId: randomUUID() },
      { accountId: accountId(3) },
      { accountId: 'x' },
      { firebaseId: 'x' },
    ])
      expect(await member(by)).toBeNull();
    for (const by of [{}, { accountId: accountId(1), firebaseId: 'x' }])
      expect(['field.invalid', 'request.malformed']).toContain(await member(by));
  });

  it('does not see keys, references and texts of others', async () => {
    await test.database.ownerPool.query(`select post_points_transfer('00000000-0000-7000-8000-000000000001',
      (select id from points_wallet where owner_id = '${accountId(4)}'), 5, 'EARN', 'text', null, 'TRANSFER', 'secret', null, 'k', 'other-pos')`);
    expect((await member({ accountId: accountId(4) })).entries).toMatchObject([
      { isOwn: false, key: null, reference: null },
    ]);
    const { rows } = await test.database.ownerPool.query(
      `select id from points_transfer where created_by = 'other-pos'`,
    );
    expect(await reverse({ transferId: rows[0].id })).toBe('record.not-found');
    expect(await reverse({ transferKey: 'k' })).toBe('record.not-found');
  });

  it('gets both balances with each transfer, also repeated and in a batch, and only with `points.read`', async () => {
    const account = accountId(6);
    const i = { key: 'balances', code: 'EARN', from: { system: 'ISSUANCE' }, to: { accountId: account }, amount: 5 };
    const posted = { key: 'balances', fromBalance: null, toBalance: 5 };
    expect(await ask(POST, { i })).toMatchObject({ ...posted, outcome: 'POSTED' });
    await earn(account, 1);
    expect(await ask(POST, { i })).toMatchObject({ ...posted, outcome: 'REPLAYED' });
    expect(await ask(POST, { i }, 'machine~points.transfer')).toMatchObject({ toBalance: null });
    const { body } = await test.send(
      `mutation($t: [PointsTransferInput!]!) { transferPointsBatch(input: { transfers: $t }) { results { key outcome toBalance } } }`,
      { t: [i, { ...i, key: 'next' }, { ...i, key: 'wrong', amount: 0 }] },
      { token: 'machine' },
    );
    expect(body.data.transferPointsBatch.results).toEqual([
      { key: 'balances', outcome: 'REPLAYED', toBalance: 5 },
      { key: 'next', outcome: 'POSTED', toBalance: 11 },
      { key: 'wrong', outcome: 'REFUSED', toBalance: null },
    ]);
  });
});

describe('a reversal', () => {
  it('reverses a transfer of the client by id or key, once, and answers the same when repeated', async () => {
    const account = accountId(7);
    const { transferId } = await earn(account, 50, { key: 'sale-7' });
    const input = { key: 'return-7', transferKey: 'sale-7' };
    const done = await reverse(input);
    expect(done).toMatchObject({ outcome: 'POSTED', key: 'return-7', fromBalance: 0, toBalance: null });
    expect(await reverse(input)).toEqual({ ...done, outcome: 'REPLAYED' });
    expect(await reverse({ key: 'return-7', transferId })).toEqual({ ...done, outcome: 'REPLAYED' });
    expect(await reverse({ transferId })).toBe('transfer.already-reversed');
    expect(await reverse({ ...input, reason: 'Another' })).toBe('idempotency.mismatch');
    expect(await reverse({ transferId: done.transferId })).toBe('record.not-found');
    expect(await balanceOf(account)).toBe(0);
    const { rows } = await test.database.pool.query(
      `select actor_sub, reason, changes from staff_audit_event where action = 'points.reverse' and entity_id = $1`,
      [account],
    );
    expect(rows).toEqual([
      {
        actor_sub: 'demo-pos',
        reason: 'Returned',
        changes: { transfer: [transferId, done.transferId], points: [50, 0] },
      },
    ]);
  });

  it('needs its scope, exactly one transfer, and a reason', async () => {
    const { transferId } = await earn(accountId(8), 5);
    expect(await reverse({ transferId }, 'machine~points.transfer')).toBe('access.denied');
    expect(await reverse({ transferId }, 'admin')).toBe('access.denied');
    expect(await reverse({})).toBe('field.invalid');
    expect(await reverse({ transferId, transferKey: 'k' })).toBe('field.invalid');
    expect(await reverse({ transferId, reason: ' ' })).toBe('reason.required');
    expect(await reverse({ transferId, key: 'a b' })).toBe('field.invalid');
    expect(await reverse({ transferId: 'x' })).toBe('record.not-found');
  });

  it('gives spent points back to a frozen wallet, but takes none from it', async () => {
    const account = accountId(9);
    const earned = await earn(account, 20);
    const spent = await spend(account, 5);
    await setState(account, 'SUSPENDED');
    expect(await reverse({ transferId: earned.transferId })).toBe('wallet.frozen');
    expect(await reverse({ transferId: spent.transferId })).toMatchObject({ outcome: 'POSTED', toBalance: 20 });
    expect((await member({ accountId: account })).state).toBe('SUSPENDED');
  });

  it('happens once, however many are sent at once', async () => {
    const account = accountId(12);
    const { transferId } = await earn(account, 40);
    const same = await Promise.all(Array.from({ length: 6 }, () => reverse({ key: 'once', transferId })));
    expect(same.map(({ outcome }) => outcome).sort()).toEqual(['POSTED', ...Array(5).fill('REPLAYED')]);
    expect(new Set(same.map((each) => each.transferId)).size).toBe(1);
    const again = await earn(account, 40);
    const others = await Promise.all(Array.from({ length: 6 }, () => reverse({ transferId: again.transferId })));
    expect(others.filter((each) => each === 'transfer.already-reversed')).toHaveLength(5);
    expect(await balanceOf(account)).toBe(0);
  });

  it('and spending at once never take more than there is', async () => {
    const account = accountId(11);
    for (let round = 0; round < 5; round++) {
      const { transferId } = await earn(account, 30);
      const [back, out] = await Promise.all([reverse({ transferId }), spend(account, 30)]);
      expect([back, out].filter((each) => each === 'points.insufficient')).toHaveLength(1);
      expect(await balanceOf(account)).toBe(0);
    }
  });
});
