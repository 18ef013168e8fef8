import type { ApprovalAction } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importSteps } from '../../imports/testing/import-steps.ts';
import { accountId, insertAccounts } from '../../testing/test-accounts.ts';
import { startTestWorker } from '../../testing/test-worker.ts';
import { type ApprovalDesk, approvalDesk } from './testing/approval-desk.ts';

let desk: ApprovalDesk;
beforeAll(async () => {
  desk = await approvalDesk();
  await insertAccounts(desk.database.ownerPool, 12);
  await desk.rows("update account set email = public_no || '@example.test'");
});
afterAll(() => desk.close());
beforeEach(async () => {
  for (const name of ['ada', 'bo']) await desk.confirm(name);
});

/** Asks for an operation that needs approval; the id of the request. */
async function ask(operation: string, input: object): Promise<string> {
  expect((await desk.run('ada', operation, { ...input })).code).toBe('approval.required');
  const asked = await desk.ask('ada', operation, { ...input });
  expect(asked.code).toBeNull();
  return asked.id;
}
const stateOf = async (id: string) => (await desk.requestOf(id)).state;
const jobs = (kind: string) =>
  desk.rows('select id, params, requested_by as by from job where kind = $1 order by id', [kind]);
const versionOf = async (id: string) => (await desk.rows('select version from account where id = $1', [id]))[0].version;
const on = (action: ApprovalAction, limit: number | null = null) => {
  beforeAll(() => desk.setRule(action, true, limit));
  afterAll(() => desk.setRule(action, false));
};

describe('points', () => {
  on('POINTS_ADJUST', 100);
  const adjustment = (amount: number, more: object = {}) => ({
    ...{
      owner: { type: 'ACCOUNT', id: accountId(1) },
      direction: 'CREDIT',
      amount,
      reason: 'sorry',
      key: crypto.randomUUID(),
    },
    ...more,
  });
  const balance = async () =>
    Number((await desk.rows('select balance from points_wallet where owner_id = $1', [accountId(1)]))[0]?.balance ?? 0);

  it('above the limit are adjusted and reversed by approval, in the name of who asked', async () => {
    expect((await desk.run('ada', 'adjustPoints', adjustment(100))).code).toBeNull();
    const id = await ask('adjustPoints', adjustment(101));
    expect(await balance()).toBe(100);
    expect(await desk.read('bo', id, 'entityType entityId value fields { key after }')).toMatchObject({
      ...{ entityType: 'account', entityId: accountId(1), value: 101 },
      fields: expect.arrayContaining([
        { key: 'reason', after: 'sorry' },
        { key: 'direction', after: 'CREDIT' },
      ]),
    });
    expect((await desk.approve('bo', id)).code).toBeNull();
    expect(await balance()).toBe(201);
    const [transfer] = await desk.rows('select id, created_by as by from points_transfer where amount = 101');
    expect(transfer.by).toBe(desk.idOf('ada'));
    const reversal = { transferId: transfer.id, reason: 'wrong', key: crypto.randomUUID() };
    const back = await ask('reversePointsTransfer', reversal);
    expect((await desk.approve('bo', back)).code).toBeNull();
    expect(await balance()).toBe(100);
  });

  it('of an owner who was closed since are not moved', async () => {
    const id = await ask('adjustPoints', adjustment(500, { owner: { type: 'ACCOUNT', id: accountId(2) } }));
    await desk.rows("update account set state = 'CLOSED', state_reason = 'left' where id = $1", [accountId(2)]);
    expect((await desk.approve('bo', id)).code).toBe('state.invalid-transition');
    expect(await desk.rows('select from points_transfer where amount = 500')).toEqual([]);
  });
});

describe('a change of many records', () => {
  on('BULK', 2);
  const bulk = (selection: object) => ({ action: 'SUSPEND', reason: 'fraud', selection });
  const ids = (...numbers: number[]) => ({ ids: numbers.map(accountId) });

  it('needs approval above the limit, and does exactly what was approved', async () => {
    expect((await desk.run('ada', 'startAccountBulk', bulk(ids(3, 4)))).code).toBeNull();
    const id = await ask('startAccountBulk', bulk(ids(3, 4, 5)));
    expect(await jobs('account.bulk-change')).toHaveLength(1);
    expect(await desk.read('bo', id, 'value title figures { key value }')).toMatchObject({
      ...{ value: 3, title: 'SUSPEND', figures: [{ key: 'reaches', value: 3 }] },
    });
    expect((await desk.approve('bo', id)).code).toBeNull();
    const [, started] = await jobs('account.bulk-change');
    expect(started).toMatchObject({
      by: desk.idOf('ada'),
      params: { action: 'SUSPEND', reason: 'fraud', selection: ids(3, 4, 5) },
    });
  });

  it('is void when other records match by then', async () => {
    const id = await ask('startAccountBulk', bulk({ filter: { country: { in: ['DE'] } } }));
    await desk.rows(`update account set country_code = 'US', area_id = null where id =
      (select id from account where country_code = 'DE' and state <> 'ERASED' limit 1)`);
    expect((await desk.approve('bo', id)).code).toBe('approval.void');
    expect(await stateOf(id)).toBe('VOIDED');
  });

  it('is not continued without one', async () => {
    const [first] = await jobs('account.bulk-change');
    await desk.rows("update job set state = 'CANCELED', finished_at = now() where id = $1", [first.id]);
    expect((await desk.run('ada', 'retryJob', { id: first.id })).code).toBeNull();
    await desk.setRule('BULK', true, 1);
    await desk.rows("update job set state = 'CANCELED', finished_at = now() where id = $1", [first.id]);
    const id = await ask('retryJob', { id: first.id });
    expect((await desk.approve('bo', id)).code).toBeNull();
    expect(await desk.rows('select state::text from job where id = $1', [first.id])).toEqual([{ state: 'QUEUED' }]);
  });
});

describe('a file', () => {
  on('BULK', 2);
  const worker = { stop: async () => undefined as unknown };
  beforeAll(() => Object.assign(worker, startTestWorker(desk.test)));
  afterAll(() => worker.stop());
  const checked = async (rows: number) => {
    const { create, update, ended } = importSteps(desk.test, { token: 'ada' });
    const lines = Array.from({ length: rows }, (_, n) => `imported${String(n).padStart(20, '0')},Name ${n},DE`);
    const { id } = await create('ACCOUNTS', ['firebaseId,displayName,country', ...lines].join('\n'));
    await update({ id, matchBy: ['firebaseId'], existingRows: 'UPDATE', missingRows: 'SKIP' });
    await ended('check', id);
    return id;
  };

  it('of more rows is imported by approval, and not once its settings have changed', async () => {
    expect((await desk.run('ada', 'runImport', { id: await checked(2) })).code).toBeNull();
    const file = await checked(3);
    const id = await ask('runImport', { id: file });
    await desk.rows(`update import set settings = settings || '{"existingRows":"SKIP"}' where id = $1`, [file]);
    expect((await desk.approve('bo', id)).code).toBe('approval.void');
  });
});

describe('an account', () => {
  on('ERASE');

  it('is erased by approval alone, now or after the waiting period', async () => {
    const account = accountId(7);
    const close = async (more: object) => ({
      id: account,
      expectedVersion: await versionOf(account),
      reason: 'left',
      ...more,
    });
    const later = await ask('closeAccount', await close({ isPrivacyRequest: true }));
    expect((await desk.run('ada', 'cancelRequest', { id: later })).code).toBeNull();
    expect((await desk.run('ada', 'closeAccount', await close({}))).code).toBeNull();
    const [{ number }] = await desk.rows('select public_no::text as number from account where id = $1', [account]);
    const erasure = await close({ confirmation: number });
    const changed = await ask('eraseAccount', erasure);
    await desk.rows('update account set version = version + 1 where id = $1', [account]);
    expect((await desk.approve('bo', changed)).code).not.toBeNull();
    await desk.run('ada', 'cancelRequest', { id: changed });
    const id = await ask('eraseAccount', await close({ confirmation: number }));
    expect((await desk.approve('bo', id)).code).toBeNull();
    expect(await desk.rows('select state::text from account where id = $1', [account])).toEqual([{ state: 'ERASED' }]);
    expect(await stateOf(id)).toBe('APPROVED');
  });
});

describe('contacts', () => {
  on('EXPORT_CONTACTS', 2);
  const file = (columns: readonly string[], ...numbers: number[]) => ({
    ...{ list: 'ACCOUNTS', format: 'CSV', columns: columns.map((key) => ({ key })), locale: 'en-US', timeZone: 'UTC' },
    selection: { ids: numbers.map(accountId) },
  });

  it('are exported by approval above the limit; other columns need none', async () => {
    expect((await desk.run('ada', 'startExport', file(['number'], 1, 3, 4))).code).toBeNull();
    expect((await desk.run('ada', 'startExport', file(['email'], 1, 3))).code).toBeNull();
    await desk.rows("update job set state = 'CANCELED', finished_at = now() where kind = 'list.export'");
    const id = await ask('startExport', file(['number', 'email'], 1, 3, 4));
    expect((await desk.approve('bo', id)).code).toBeNull();
    const latest = (await jobs('list.export')).at(-1);
    expect(latest).toMatchObject({ by: desk.idOf('ada'), params: { selection: { ids: [1, 3, 4].map(accountId) } } });
  });

  it('and other data of an account count as one row', async () => {
    const input = { id: accountId(4), reason: 'asked' };
    await desk.setRule('EXPORT_CONTACTS', true, 0);
    const id = await ask('exportAccountData', input);
    expect((await desk.approve('bo', id)).code).toBeNull();
    await desk.setRule('EXPORT_CONTACTS', true, 1);
    expect((await desk.run('ada', 'exportAccountData', { ...input, id: accountId(5) })).code).toBeNull();
  });
});
