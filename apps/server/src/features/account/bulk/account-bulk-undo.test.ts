import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

let test: TestApp;
let worker: TestWorker;
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  worker = startTestWorker(test);
});
beforeEach(async () => {
  await removeAccounts(test.database.ownerPool);
  await rowsOf('truncate job cascade; truncate staff_audit_event');
  // 20 of 100 are suspended.
  await insertAccounts(test.database.ownerPool, 100);
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const outcomesOf = async (id: string): Promise<Record<string, number>> => {
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  return (await rowsOf('select outcomes from job where id = $1', [id]))[0].outcomes;
};
const perform = async (input: object): Promise<string> => {
  const start = 'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id } } }';
  const answer = await test.send(start, { input: { selection: {}, ...input } });
  const { id } = answer.body.data.startAccountBulk.job;
  await outcomesOf(id);
  return id;
};
const preview = async (id: string, restoresChanged = false) => {
  const { body } = await test.send(
    'query P($id: ID!, $restoresChanged: Boolean) { previewUndoJob(id: $id, restoresChanged: $restoresChanged) { total groups { outcome reason count samples { label } } } }',
    { id, restoresChanged },
  );
  const { total, groups } = body.data.previewUndoJob;
  return {
    total,
    ...Object.fromEntries(
      groups.map((g: { outcome: string; reason: string | null; count: number }) => [g.reason ?? g.outcome, g.count]),
    ),
  };
};
const askUndo = (id: string, more: object = {}, request?: TestRequest) =>
  test.send(
    'mutation M($input: UndoJobInput!) { undoJob(input: $input) { job { id summary canUndo } } }',
    { input: { id, reason: 'Was a mistake', ...more } },
    request,
  );
const undo = async (id: string, more: object = {}): Promise<{ id: string; outcomes: Record<string, number> }> => {
  const { body } = await askUndo(id, more);
  expect(body.errors).toBeUndefined();
  const { job } = body.data.undoJob;
  expect(job).toMatchObject({ summary: { undoOf: id }, canUndo: false });
  return { id: job.id, outcomes: await outcomesOf(job.id) };
};
const accounts = () =>
  rowsOf('select id, state, state_reason, suspended_until, country_code, locale, timezone from account order by id');

it('a suspension is undone for the accounts that it changed, and the undo is undone', async () => {
  await rowsOf(`update account set state_reason = 'asked for', suspended_until = '2090-01-01' where id = $1`, [
    accountId(5),
  ]);
  const before = await accounts();
  const job = await perform({ action: 'SUSPEND', reason: 'by mistake' });
  const suspended = await accounts();
  await rowsOf("update account set state = 'CLOSED', state_reason = 'left' where id = $1", [accountId(1)]);
  expect(await preview(job)).toEqual({ total: 80, DONE: 79, 'changed-since': 1 });
  const undone = await undo(job);
  expect(undone.outcomes).toEqual({ DONE: 79, 'SKIPPED changed-since': 1 });
  expect((await accounts()).slice(1)).toEqual(before.slice(1));
  const [trail] = await rowsOf("select reason, actor_sub from staff_audit_event where action = 'account.reactivate'");
  expect(trail).toEqual({ reason: 'Was a mistake', actor_sub: 'staff-admin' });
  expect((await undo(undone.id)).outcomes).toEqual({ DONE: 79 });
  expect((await accounts()).slice(1)).toEqual(suspended.slice(1));
});

it('a reactivation is undone with the reason and the end of each suspension', async () => {
  await rowsOf(
    `update account set suspended_until = '2090-01-01', state_reason = 'fraud' where id = $1 and state = 'SUSPENDED'`,
    [(await rowsOf("select id from account where state = 'SUSPENDED' order by id limit 1"))[0].id],
  );
  const before = await accounts();
  const job = await perform({ action: 'REACTIVATE' });
  expect((await undo(job)).outcomes).toEqual({ DONE: 20 });
  expect(await accounts()).toEqual(before);
});

it('an edit is undone; values that changed since then stay, unless they are to be restored', async () => {
  const before = await accounts();
  const job = await perform({ action: 'EDIT', patch: { locale: 'fr-FR', timezone: 'Europe/Paris' } });
  await rowsOf("update account set locale = 'it-IT' where id = $1", [accountId(7)]);
  await rowsOf('update account set locale = $2, timezone = $3 where id = $1', [
    accountId(8),
    before[7].locale,
    before[7].timezone,
  ]);
  const changed = (await rowsOf('select (outcomes->>$2)::int as n from job where id = $1', [job, 'DONE']))[0].n;
  expect(await preview(job)).toEqual({ total: changed, DONE: changed - 2, 'changed-since': 1, 'already-set': 1 });
  expect(await preview(job, true)).toEqual({ total: changed, DONE: changed - 1, 'already-set': 1 });
  const undone = await undo(job);
  expect(undone.outcomes).toEqual({
    DONE: changed - 2,
    'SKIPPED changed-since': 1,
    'SKIPPED already-set': 1,
  });
  const now = await accounts();
  expect(now[6].locale).toBe('it-IT');
  expect(now.filter((_, place) => place !== 6)).toEqual(before.filter((_, place) => place !== 6));
  expect((await undo(job, { restoresChanged: true })).outcomes).toMatchObject({ DONE: 1 });
  expect(await accounts()).toEqual(before);
});

it('subscriptions and awards are undone', async () => {
  const topic = await perform({ action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers });
  const back = await undo(topic);
  expect(back.outcomes['DONE']).toBeGreaterThan(50);
  expect(await rowsOf('select from account_topic_subscription where is_subscribed')).toEqual([]);
  expect((await undo(back.id)).outcomes).toEqual(back.outcomes);
  const award = await perform({ action: 'AWARD_BADGE', targetId: BADGES.single, reason: 'birthday' });
  const held = await rowsOf('select account_id from account_badge_award where revoked_at is null order by 1');
  const revoked = await undo(award, { reason: 'Was the wrong badge' });
  expect(revoked.outcomes).toEqual({ DONE: held.length });
  expect(await rowsOf('select from account_badge_award where revoked_at is null')).toEqual([]);
  expect((await undo(revoked.id)).outcomes).toEqual({ DONE: held.length });
});

it('a job of a kind that lasts, an unfinished one, and one of others are refused', async () => {
  const { rows } = await test.database.ownerPool.query(
    `insert into job (kind, params, requested_by, requested_roles, state, finished_at, outcomes)
     select 'ledger.verify', '{}', sub, '{ADMIN}', 'SUCCEEDED', now(), '{"DONE": 1}' from staff_user where sub = 'staff-admin' returning id`,
  );
  const lasting = await askUndo(rows[0].id);
  expect(lasting.body.errors[0].extensions.code).toBe('state.invalid-transition');
  const job = await perform({ action: 'SUSPEND', reason: 'by mistake' });
  const foreign = await askUndo(job, {}, { token: 'marketing' });
  expect(foreign.body.errors[0].extensions.code).toMatch(/record.not-found|access.denied/);
  await worker.stop();
  const open = (await askUndo(job)).body.data.undoJob.job.id;
  // A second click is the same job.
  expect((await askUndo(job)).body.data.undoJob.job.id).toBe(open);
  expect((await askUndo(open)).body.errors[0].extensions.code).toBe('state.invalid-transition');
  worker = startTestWorker(test);
  expect(await outcomesOf(open)).toEqual({ DONE: 80 });
});
