import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../db/transaction.ts';
import type { StaffCaller } from '../../ports/identity.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, TEST_CONFIG, type TestApp, testIdentity } from '../../testing/test-app.ts';
import { insertTopicsAndBadges, TOPICS } from '../../testing/test-topics-badges.ts';
import { startTestWorker, untilJob } from '../../testing/test-worker.ts';
import { deleteEndedPastes } from './pasted-selection.service.ts';

const BUDGET = 60_000;
const PASTE = `mutation($input: PasteSelectionInput!) { pasteSelection(input: $input) {
  pastedSelection { id foundBy { match found } unknown repeated expiresAt } unknownAt repeatedAt } }`;
const LIST = `query($filter: AccountFilter) { accounts(first: 100, filter: $filter, sort: { key: NUMBER, direction: ASC }) {
  nodes { id } count { value } } }`;

let test: TestApp;
let numbers: readonly string[];
beforeAll(async () => {
  const disclosureBudgets = { ...TEST_CONFIG.disclosureBudgets, exportRowsPerDay: BUDGET };
  const identity = {
    authenticate: async (token: string) =>
      token === 'bea'
        ? ({ ...(await testIdentity.authenticate('admin')), sub: 'staff-bea' } as StaffCaller)
        : testIdentity.authenticate(token),
  };
  test = await createTestApp({ identity, config: { ...TEST_CONFIG, disclosureBudgets } });
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 60);
  numbers = (await rowsOf('select public_no from account order by id')).map(({ public_no }) => String(public_no));
});
afterAll(() => test.close());

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
async function send(query: string, variables: object, token: string) {
  const headers = { 'idempotency-key': randomUUID() };
  const { body } = await test.send(query, variables as Record<string, unknown>, { token, headers });
  return { data: body.data && Object.values(body.data)[0], error: body.errors?.[0].extensions };
}
const tried = (entries: readonly string[], token = 'admin', list = 'ACCOUNTS') =>
  send(PASTE, { input: { list, entries } }, token);
async function paste(entries: readonly string[], token = 'admin') {
  const { data, error } = await tried(entries, token);
  expect(error).toBeUndefined();
  const { pastedSelection, unknownAt, repeatedAt } = data as never as {
    pastedSelection: { id: string; foundBy: { match: string; found: number }[]; unknown: number; repeated: number };
    unknownAt: number[];
    repeatedAt: number[];
  };
  const foundBy = Object.fromEntries(pastedSelection.foundBy.map(({ match, found }) => [match, found]));
  return { ...pastedSelection, foundBy, unknownAt, repeatedAt };
}
async function listed(filter: object, token = 'admin') {
  const { data, error } = await send(LIST, { filter }, token);
  expect(error).toBeUndefined();
  const { nodes, count } = data as never as { nodes: { id: string }[]; count: { value: number } };
  expect(count.value).toBe(nodes.length);
  return nodes.map(({ id }) => id);
}
const kept = async (id: string, token = 'admin') =>
  (await send('query($id: ID!) { pastedSelection(id: $id) { unknown } }', { id }, token)).data;
const ids = (...indexes: number[]) => indexes.map(accountId);

describe('a pasted list', () => {
  it('finds accounts by any key, and names the entries that are unknown or there twice', async () => {
    const number = numbers[0] as string;
    const entries = [
      number,
      accountId(2).toUpperCase(),
      ' Person3@Example.org ',
      '+49 (0) 151\u00a00000 004',
      '0151 0000005',
      `firebase${'6'.padStart(20, '0')}`,
      '999999999',
      '',
      'unknown@example.org',
      `#${number}`,
      'person2@example.org',
    ];
    const pasted = await paste(entries);
    expect(pasted.foundBy).toEqual({ ID: 1, NUMBER: 1, EMAIL: 1, PHONE: 2, FIREBASE_ID: 1 });
    expect(pasted).toMatchObject({ unknown: 2, unknownAt: [6, 8], repeated: 2, repeatedAt: [9, 10] });
    expect(await listed({ pasted: { in: [pasted.id] } })).toEqual(ids(1, 2, 3, 4, 5, 6));
    expect(await listed({ pasted: { in: [pasted.id] }, state: { in: ['SUSPENDED'] } })).toEqual(ids(5));
    expect((await listed({ pasted: { notIn: [pasted.id] } })).length).toBe(54);
  });

  it('finds by no contact for people who may not search by contact', async () => {
    const pasted = await paste(
      ['person3@example.org', '+491510000004', '01510000005', numbers[5] as string],
      'marketing',
    );
    expect(pasted.foundBy).toEqual({ NUMBER: 1 });
    expect(pasted.unknownAt).toEqual([0, 1, 2]);
  });

  it('is refused without the right to read the list, and for lists without keys', async () => {
    expect((await tried(['1'], 'campaign-viewer')).error).toMatchObject({ code: 'access.denied' });
    expect((await tried(['1'], 'admin', 'JOBS')).error).toMatchObject({ code: 'field.invalid' });
  });

  it("is its owner's alone: others get no row, no count and no outcome", async () => {
    const { id } = await paste(numbers.slice(0, 3));
    const filter = { pasted: { in: [id] } };
    expect(await listed(filter)).toHaveLength(3);
    expect(await listed(filter, 'bea')).toEqual([]);
    expect(await kept(id, 'bea')).toBeNull();
    expect(await kept(id)).toEqual({ unknown: 0 });
    const other = await paste(numbers.slice(0, 1), 'bea');
    expect(await listed({ pasted: { in: [other.id] } })).toEqual([]);
  });

  it('has no rows after a day, and is deleted then', async () => {
    const { id } = await paste(numbers.slice(0, 2));
    const now = test.now;
    test.now = new Date(now.getTime() + 86_400_001);
    expect(await listed({ pasted: { in: [id] } })).toEqual([]);
    expect(await kept(id)).toBeNull();
    test.now = now;
    await rowsOf(`update pasted_selection set expires_at = now() - interval '1 s' where id = $1`, [id]);
    const stay = await paste(numbers.slice(0, 1));
    await rowsOf(`update pasted_selection set expires_at = now() + interval '1 hour' where id = $1`, [stay.id]);
    await inTransaction(test.database.db, deleteEndedPastes);
    const left = (await rowsOf('select id from pasted_selection')).map((row) => row.id);
    expect(left).not.toContain(id);
    expect(left).toContain(stay.id);
  });

  it('is changed in bulk like any filter', async () => {
    const { id } = await paste(numbers.slice(10, 13));
    const worker = startTestWorker(test);
    const input = {
      selection: { filter: { pasted: { in: [id] } } },
      action: 'SUBSCRIBE_TOPIC',
      targetId: TOPICS.offers,
    };
    const start = 'mutation($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }';
    const { data } = await send(start, { input }, 'admin');
    await untilJob(test, (data as never as { job: { id: string } }).job.id, 'SUCCEEDED');
    await worker.stop();
    const subscribed = await rowsOf('select account_id as id from account_topic_subscription order by 1');
    expect(subscribed.map((row) => row.id)).toEqual(ids(11, 12, 13));
  });

  it('keeps no pasted text anywhere, and no id of an erased account', async () => {
    const text = 'person59@example.org';
    const pasted = await paste([text, accountId(58)]);
    const row = (await rowsOf('select p::text as row from pasted_selection p where id = $1', [pasted.id]))[0].row;
    expect(row).not.toContain('person59');
    expect(await rowsOf(`select from idempotency_key where response::text like '%person59%'`)).toEqual([]);
    await rowsOf(`update account set state = 'CLOSED', state_reason = 'r' where id = $1`, [accountId(59)]);
    await rowsOf(`select erase_account($1, 'staff-admin', '{ADMIN}', 'r', 'q')`, [accountId(59)]);
    expect(await rowsOf('select record_ids as ids from pasted_selection where id = $1', [pasted.id])).toEqual([
      { ids: ids(58) },
    ]);
  });

  it('takes hostile texts as unknown ones', async () => {
    const hostile = [
      "'; drop table account; --",
      '%',
      '\\',
      '@',
      '+',
      '#',
      '00',
      '💥',
      'x'.repeat(5000),
      '{}',
      '9'.repeat(40),
    ];
    expect((await paste(hostile)).unknown).toBe(hostile.length);
    expect((await tried([])).error).toMatchObject({ code: 'field.invalid' });
    expect((await tried([' ', '\u200f'])).error).toMatchObject({ code: 'field.invalid' });
    expect((await tried(Array(10_001).fill('1'))).error).toMatchObject({
      code: 'field.invalid',
      details: { fields: { entries: [{ rule: 'too-many', params: { max: 10_000 } }] } },
    });
  });

  it('takes 10,000 entries, each of which counts as an exported row [security 27]', async () => {
    await rowsOf('truncate staff_disclosure');
    const many = Array.from({ length: 10_000 }, (_, n) => numbers[n] ?? `unknown.person${n}@example.org`);
    const pasted = await paste(many);
    expect(pasted).toMatchObject({ unknown: 9_940, foundBy: { NUMBER: 60 } });
    expect(await rowsOf('select kind, sum(amount)::int as sum from staff_disclosure group by kind')).toEqual([
      { kind: 'EXPORT_ROW', sum: 10_000 },
    ]);
    await rowsOf(`update staff_disclosure set amount = $1`, [BUDGET]);
    expect((await tried(['1'])).error).toMatchObject({ code: 'disclosure.limit-reached' });
    await rowsOf('truncate staff_disclosure');
  });
});
