import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importSteps } from '../../../imports/testing/import-steps.ts';
import { ledgerFaults } from '../../../ledger/testing/check-ledger.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, testIdentity } from '../../../testing/test-app.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

/** A second administrator. */
const identity: typeof testIdentity = {
  authenticate: async (token, ...rest) =>
    token === 'other'
      ? { ...(await testIdentity.authenticate('admin', ...rest)), sub: 'staff-other', name: 'Other' }
      : testIdentity.authenticate(token, ...rest),
};

let test: TestApp;
let worker: TestWorker;
let steps: ReturnType<typeof importSteps>;
let numbers: readonly number[];
/** Makes the bytes of each test's files its own. */
let mark = 0;
beforeAll(async () => {
  test = await createTestApp({ identity });
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertAccounts(ownerPool, 24);
  await ownerPool.query(
    `insert into store (sid, name, country_code, area_id, timezone, state, opened_on)
     values ('BERLIN01', 'Mitte', 'DE', $1, 'Europe/Berlin', 'ACTIVE', '2025-01-01')`,
    [AREAS.berlin],
  );
  const { rows } = await ownerPool.query('select public_no from account order by id');
  numbers = rows.map((row) => Number(row.public_no));
  worker = startTestWorker(test);
  steps = importSteps(test);
});
beforeEach(() => {
  mark += 1;
});
afterAll(async () => {
  await worker.stop();
  expect(await ledgerFaults(test.database.ownerPool)).toEqual([]);
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const no = (index: number) => numbers[index - 1];
const balance = async (index: number) =>
  Number((await rowsOf('select balance from points_wallet where owner_id = $1', [accountId(index)]))[0].balance);
const file = (heading: string, lines: readonly string[]) =>
  [`${heading},mark`, ...lines.map((line) => `${line},${mark}`)].join('\n');
const OPENING = ['number,points,code,occurredAt,receipt,note'] as const;
const totalsOf = async (id: string, request = {}) =>
  (
    await test.send(
      'query($id: ID!) { import(id: $id) { totals { wallets before after credited debited } } }',
      { id },
      request,
    )
  ).body.data.import.totals;
async function reversal(importId: string, reason = 'Wrong file', token = 'admin') {
  const { body } = await test.send(
    'mutation($i: ReversePointsImportInput!) { reversePointsImport(input: $i) { job { id } } }',
    { i: { id: importId, reason } },
    { token },
  );
  if (body.errors !== undefined) return { error: body.errors[0].extensions };
  const { id } = body.data.reversePointsImport.job;
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const answer = await test.send(
    'query($id: ID!) { job(id: $id) { state outcomes { outcome reason count } result { rows url } } }',
    { id },
  );
  return { job: answer.body.data.job };
}
const files = async () =>
  (
    await test.send(
      '{ pointsImports { id fileName byName entries reversed preview { entries points owners ownersShort } } }',
    )
  ).body.data.pointsImports;

it('brings opening balances and past entries, on the days on which they occurred, with sums that the check says before [points 15]', async () => {
  const made = await steps.create(
    'POINTS',
    file(OPENING[0], [
      `${no(1)},1000,opening,2023-12-31,,`,
      `${no(1)},250,EARN,2024-02-29 14:30,R-1,Old till`,
      `${no(1)},-200,SPEND,2024-03-01T08:00:00Z,R-2,`,
      `${no(2)},300,,,,`,
      `${no(2)},0,OPENING,,,`,
      `${no(3)},40,MANUAL_CREDIT,2025-01-01,,Goodwill`,
    ]),
    'balances.csv',
  );
  expect(made.mapping).toEqual(['number', 'points', 'code', 'occurredAt', 'receipt', 'note', null]);
  const checked = await steps.ended('check', made.id);
  expect(await balance(1)).toBe(0);
  const sums = { wallets: 3, before: 0, after: 1390, credited: 1590, debited: 200 };
  expect(await totalsOf(made.id)).toEqual(sums);
  const done = await steps.ended('run', made.id);
  expect(done.refusedRows).toEqual([]);
  expect(done.run.outcomes).toEqual(checked.check.outcomes);
  expect(await totalsOf(made.id)).toEqual(sums);
  expect([await balance(1), await balance(2), await balance(3)]).toEqual([1050, 300, 40]);
  const entries = await rowsOf(
    `select t.code, t.amount::int, t.reason, t.ref_type, t.ref_id, t.occurred_at as at from points_transfer t
     join points_wallet w on w.owner_id = $1 and w.id in (t.debit_wallet_id, t.credit_wallet_id) order by t.id`,
    [accountId(1)],
  );
  // Without an offset a time is that of the account.
  expect(entries.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() }))).toEqual([
    { code: 'OPENING', amount: 1000, reason: null, ref_type: 'IMPORT', ref_id: null, at: '2023-12-30T23:00:00.000Z' },
    {
      code: 'EARN',
      amount: 250,
      reason: 'Old till',
      ref_type: 'IMPORT',
      ref_id: 'R-1',
      at: '2024-02-29T13:30:00.000Z',
    },
    { code: 'SPEND', amount: 200, reason: null, ref_type: 'IMPORT', ref_id: 'R-2', at: '2024-03-01T08:00:00.000Z' },
  ]);
  const audit = await rowsOf(
    `select entity_type, changes -> 'points' as points from staff_audit_event where action = 'points.import' and entity_id = $1 order by id`,
    [accountId(1)],
  );
  expect(audit).toEqual([
    { entity_type: 'account', points: [0, 1000] },
    { entity_type: 'account', points: [1000, 1250] },
    { entity_type: 'account', points: [1250, 1050] },
  ]);
});

it('counts past entries on their days, and opening balances on none', async () => {
  const days = async () =>
    rowsOf(
      `select metric, happened_at::date::text as day, sum(value)::int as value from metric_event_points
       where happened_at < now() - interval '1 year' group by 1, 2 having sum(value) <> 0 order by 1, 2`,
    );
  const before = await days();
  const made = await steps.create(
    'POINTS',
    file(OPENING[0], [`${no(4)},70,EARN,2022-05-01 12:00,,`, `${no(4)},500,OPENING,2022-04-30 12:00,,`]),
  );
  await steps.runAll(made.id);
  const issued = { metric: 'points.issued', day: '2022-05-01', value: 70 };
  expect(await days()).toEqual([issued, ...before]);
  const today = await rowsOf(
    `select sum(value)::int as value from metric_event_points where happened_at > now() - interval '1 day'`,
  );
  const [newest] = await files();
  expect((await reversal(newest.id)).job.outcomes).toEqual([{ outcome: 'DONE', reason: 'reversed', count: 2 }]);
  // A reversal leaves the days of the entries, and not those of today.
  expect(await days()).toEqual(before);
  expect(
    await rowsOf(
      `select sum(value)::int as value from metric_event_points where happened_at > now() - interval '1 day'`,
    ),
  ).toEqual(today);
});

it('posts nothing twice: the same file again, from another person, in two tabs, or with the same receipts [points 15]', async () => {
  const content = file(OPENING[0], [`${no(6)},100,EARN,2024-01-01,R-${mark},`, `${no(6)},50,OPENING,2024-01-01,,`]);
  const one = await steps.create('POINTS', content);
  const others = importSteps(test, { token: 'other' });
  const two = await others.create('POINTS', content);
  const tab = await steps.create('POINTS', content);
  await Promise.all([steps.ended('check', one.id), others.ended('check', two.id), steps.ended('check', tab.id)]);
  const runs = await Promise.all([steps.ended('run', one.id), others.ended('run', two.id), steps.ended('run', tab.id)]);
  expect(await balance(6)).toBe(150);
  expect(
    runs
      .flatMap(({ run }) =>
        run.outcomes.map(({ reason, count }: { reason: string; count: number }) => `${reason} ${count}`),
      )
      .sort(),
  ).toEqual(['created 2', 'exists 2', 'exists 2']);
  // Another file with the same receipt.
  const later = await steps.create(
    'POINTS',
    file(OPENING[0], [
      `${no(6)},100,EARN,2024-01-01,R-${mark},again`,
      `${no(7)},1,EARN,2024-01-01,R-${mark},`,
      `${no(7)},2,EARN,2024-01-01,R-${mark},`,
    ]),
  );
  const { check, run, done } = await steps.runAll(later.id);
  expect(run).toEqual({ exists: 1, created: 1, refused: 1 });
  expect(run).toEqual(check);
  expect(done.refusedRows[0].problems).toMatchObject([{ rule: 'repeated-entry', params: { row: 3 } }]);
  const differing = await steps.create('POINTS', file(OPENING[0], [`${no(6)},99,EARN,2024-01-01,R-${mark},`]));
  const { done: refused } = await steps.runAll(differing.id);
  expect(refused.refusedRows[0].problems).toMatchObject([
    { field: 'receipt', rule: 'receipt-used', params: { points: 100 } },
  ]);
  expect(await balance(6)).toBe(150);
});

it('says in the check what the ledger refuses, also from what the file brings itself [import 5]', async () => {
  const lines = [
    `${no(8)},100,OPENING,2024-01-01,,`,
    // More rows than a batch has.
    ...Array.from({ length: 1_100 }, (_each, index) => `${no(9)},1,EARN,2024-01-02,T-${mark}-${index},`),
    `${no(8)},60,SPEND,2024-01-03,,`,
    `${no(8)},60,SPEND,2024-01-04,,`,
    `${no(9)},1100,SPEND,2024-01-05,,`,
    // Suspended.
    `${no(10)},5,OPENING,2024-01-06,,`,
    `${no(10)},5,SPEND,2024-01-06,,`,
    `${no(8)},-5,OPENING,2024-01-06,,`,
    `${no(8)},5,OPENING,2999-01-06,,`,
    `${no(8)},5,OPENING,1980-01-06,,`,
    `${no(8)},5,REVERSAL,2024-01-06,,`,
    `${no(8)},1000000001,OPENING,2024-01-06,,`,
    `${no(8)},,OPENING,2024-01-06,,`,
    `${no(8)},5,OPENING,31 Feb,,`,
    '999999999,5,OPENING,2024-01-06,,',
  ];
  const made = await steps.create('POINTS', file(OPENING[0], lines));
  const { checked, check, done, run } = await steps.runAll(made.id);
  expect(run).toEqual(check);
  expect(done.refusedRows).toEqual(checked.refusedRows);
  expect(
    done.refusedRows.map(({ problems }: { problems: { field: string; rule: string }[] }) =>
      problems.map(({ field, rule }) => `${field} ${rule}`).join(),
    ),
  ).toEqual([
    'points points.insufficient',
    'null wallet.frozen',
    'points too-small',
    'occurredAt past',
    'occurredAt range',
    'code one-of',
    'points too-large',
    'points required',
    'occurredAt date',
    'number no-owner',
  ]);
  expect([await balance(8), await balance(9), await balance(10)]).toEqual([40, 0, 5]);
  expect(await totalsOf(made.id)).toEqual({ wallets: 3, before: 0, after: 45, credited: 1205, debited: 1160 });
});

it('takes stores by sid, and refuses codes that a store cannot have', async () => {
  const made = await steps.create(
    'POINTS',
    file('sid,points,code', ['berlin01,500,OPENING', 'BERLIN01,20,SPEND', 'BERLIN01,1,EARN']),
  );
  expect(made.matchBy).toEqual(['sid']);
  const { done } = await steps.runAll(made.id);
  expect(done.refusedRows).toMatchObject([{ row: 4, problems: [{ field: 'code', rule: 'transfer.wrong-wallets' }] }]);
  expect(
    await rowsOf(
      `select w.balance::int from points_wallet w join store s on s.id = w.owner_id where s.sid = 'BERLIN01'`,
    ),
  ).toEqual([{ balance: 480 }]);
});

it('reverses a file as a whole, except where points have been spent, once, and lets it be imported again [points 15]', async () => {
  const content = file(OPENING[0], [
    `${no(11)},100,OPENING,2024-01-01,,`,
    `${no(12)},80,OPENING,2024-01-01,,`,
    `${no(12)},30,SPEND,2024-01-02,,`,
    `${no(13)},70,OPENING,2024-01-01,,`,
  ]);
  const made = await steps.create('POINTS', content, 'to-reverse.csv');
  await steps.runAll(made.id);
  const spend = {
    key: `k-${mark}`,
    from: { accountId: accountId(11) },
    to: { system: 'BREAKAGE' },
    amount: 40,
    code: 'SPEND',
  };
  await test.send(
    'mutation($i: TransferPointsInput!) { transferPoints(input: $i) { outcome } }',
    { i: spend },
    { token: 'machine' },
  );
  const [item] = await files();
  expect(item).toMatchObject({
    fileName: 'to-reverse.csv',
    byName: 'Test admin',
    entries: 4,
    reversed: 0,
    preview: { entries: 4, points: 220, owners: 3, ownersShort: 1 },
  });
  expect((await reversal(item.id, ' ')).error.code).toBe('field.invalid');
  for (const token of ['marketing', 'campaign-manager', 'machine'])
    expect((await reversal(item.id, 'x', token)).error.code).toBe('access.denied');
  const { job } = await reversal(item.id);
  expect(job.outcomes).toEqual([
    { outcome: 'DONE', reason: 'reversed', count: 3 },
    { outcome: 'SKIPPED', reason: 'points.insufficient', count: 1 },
  ]);
  expect([await balance(11), await balance(12), await balance(13)]).toEqual([60, 0, 0]);
  expect((await test.app.inject(job.result.url)).body).toContain(`2,${no(11)},100,`);
  expect(
    await rowsOf(
      `select reason, changes -> 'points' as points from staff_audit_event where action = 'points.reverse' and entity_id = $1`,
      [accountId(13)],
    ),
  ).toEqual([{ reason: 'Wrong file', points: [70, 0] }]);
  // Again: the rest has still been spent, and nothing is reversed twice.
  expect((await reversal(item.id)).job.outcomes).toEqual([
    { outcome: 'SKIPPED', reason: 'points.insufficient', count: 1 },
  ]);
  expect((await files())[0]).toMatchObject({
    entries: 4,
    reversed: 3,
    preview: { entries: 1, points: 100, owners: 1, ownersShort: 1 },
  });
  // The rows that were reversed can be posted again, and the other is not posted twice.
  const again = await steps.create('POINTS', content, 'again.csv');
  const { run, check, done } = await steps.runAll(again.id);
  expect(run).toEqual({ created: 3, exists: 1 });
  expect(run).toEqual(check);
  expect([await balance(11), await balance(12), await balance(13)]).toEqual([60, 50, 70]);
  // The undo of its job is such a reversal, with the same forecast.
  const dry = await steps.send('query ($id: ID!) { previewUndoJob(id: $id) { groups { reason count } } }', {
    id: done.run.id,
  });
  expect(dry.body.data.previewUndoJob.groups).toEqual([
    { reason: null, count: 3 },
    { reason: 'points.insufficient', count: 1 },
  ]);
  const { body } = await steps.send('mutation ($i: UndoJobInput!) { undoJob(input: $i) { job { id summary } } }', {
    i: { id: done.run.id, reason: 'Wrong file' },
  });
  const undone = body.data.undoJob.job;
  expect(undone.summary).toEqual({ fileName: 'again.csv', undoOf: done.run.id });
  await untilJob(test, undone.id, 'SUCCEEDED', 'FAILED');
  expect(await rowsOf('select outcomes from job where id = $1', [undone.id])).toEqual([
    { outcomes: { 'DONE reversed': 3, 'SKIPPED points.insufficient': 1 } },
  ]);
  expect([await balance(11), await balance(12), await balance(13)]).toEqual([60, 0, 0]);
});

it.each(['marketing', 'campaign-manager', 'nobody', 'machine'])('is not for %s', async (token) => {
  const { body } = await importSteps(test, { token }).createFrom('POINTS', '01900000-0000-7000-8000-00000000ffff');
  expect(body.errors[0].extensions.code).toBe('access.denied');
});
