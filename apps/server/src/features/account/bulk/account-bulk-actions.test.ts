import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { selectionSummary } from '../../../listing/selection.ts';
import { Gates } from '../../../testing/gates.ts';
import { accountId, insertAccounts, insertReferenceData, removeAccounts } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp, type TestRequest } from '../../../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';

const START =
  'mutation M($input: StartAccountBulkInput!) { startAccountBulk(input: $input) { job { id kind state summary } } }';
const PREVIEW = `query P($selection: AccountSelection!, $action: AccountBulkAction!, $targetId: ID) {
  previewAccountBulk(selection: $selection, action: $action, targetId: $targetId) { kind total groups { outcome reason count } } }`;

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
  await test.database.ownerPool.query(
    'truncate job cascade; truncate staff_audit_event; update topic set subscriber_count = 0; update badge set award_count = 0',
  );
  // 20 of 100 are suspended; two are closed.
  await insertAccounts(test.database.ownerPool, 100);
  await test.database.ownerPool.query(
    "update account set state = 'CLOSED', state_reason = 'asked for' where id = any($1)",
    [[accountId(1), accountId(2)]],
  );
});
afterAll(async () => {
  await worker.stop();
  await test.close();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

/** Starts an action, for all accounts by default, and waits for its end. */
async function perform(input: Record<string, unknown>) {
  const answer = await test.send(START, { input: { selection: {}, ...input } });
  const id = answer.body.data?.startAccountBulk.job.id as string;
  expect(answer.body.errors).toBeUndefined();
  await untilJob(test, id, 'SUCCEEDED', 'FAILED');
  const [job] = await rowsOf('select state, done::int, outcomes, params from job where id = $1', [id]);
  expect(job.state).toBe('SUCCEEDED');
  return { id, outcomes: job.outcomes as Record<string, number> };
}
const preview = async (action: string, targetId: string | null, request?: TestRequest) => {
  const { body } = await test.send(PREVIEW, { selection: {}, action, targetId }, request);
  return { groups: body.data?.previewAccountBulk.groups, error: body.errors?.[0]?.extensions };
};
const asOutcomes = (groups: readonly { outcome: string; reason: string | null; count: number }[]) =>
  Object.fromEntries(groups.map(({ outcome, reason, count }) => [reason ? `${outcome} ${reason}` : outcome, count]));

describe('subscribing many accounts to a topic', () => {
  const SUBSCRIBE = { action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers };

  it('matches its dry run, with an audit row each, keeps consent and skips holders who unsubscribed [jobs 10]', async () => {
    await rowsOf(
      `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source) values
        ($1, $4, true, 'APP'), ($2, $4, false, 'APP'), ($3, $4, false, 'STAFF')`,
      [accountId(3), accountId(4), accountId(6), TOPICS.offers],
    );
    const consent = 'select id, push_consent, push_consent_at, version from account order by id';
    const before = await rowsOf(consent);
    const expected = { DONE: 96, 'SKIPPED already-subscribed': 1, 'SKIPPED opted-out': 1, 'SKIPPED is-closed': 2 };
    const { groups } = await preview('SUBSCRIBE_TOPIC', TOPICS.offers);
    expect(asOutcomes(groups)).toEqual(expected);
    const { outcomes } = await perform({ ...SUBSCRIBE, reason: ' spring ' });
    expect(outcomes).toEqual(expected);
    expect(await rowsOf(consent)).toEqual(before);
    expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
      { subscriber_count: 97 },
    ]);
    const rows = await rowsOf(
      'select is_subscribed, source, changed_by, count(*)::int from account_topic_subscription group by 1, 2, 3 order by 4 desc',
    );
    expect(rows[0]).toEqual({ is_subscribed: true, source: 'STAFF', changed_by: 'staff-admin', count: 96 });
    const trail = await rowsOf("select * from staff_audit_event where action = 'account.subscribe'");
    expect(new Set(trail.map(({ entity_id }) => entity_id)).size).toBe(96);
    expect(trail[0]).toMatchObject({
      actor_sub: 'staff-admin',
      entity_type: 'account',
      outcome: 'DONE',
      reason: 'spring',
      changes: { topic: [null, 'offers'] },
    });
    // A second run has nothing to do.
    expect((await perform(SUBSCRIBE)).outcomes).toMatchObject({ 'SKIPPED already-subscribed': 97 });
  });

  it('unsubscribes them again, and skips accounts without a subscription [jobs 10]', async () => {
    await perform({ ...SUBSCRIBE, selection: { ids: [accountId(3), accountId(4)] } });
    const { outcomes } = await perform({ action: 'UNSUBSCRIBE_TOPIC', targetId: TOPICS.offers });
    expect(outcomes).toEqual({ DONE: 2, 'SKIPPED not-subscribed': 96, 'SKIPPED is-closed': 2 });
    expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
      { subscriber_count: 0 },
    ]);
    const trail = await rowsOf("select changes from staff_audit_event where action = 'account.unsubscribe'");
    expect(trail).toEqual([{ changes: { topic: ['offers', null] } }, { changes: { topic: ['offers', null] } }]);
    // Staff unsubscribed them, so staff may subscribe them again.
    expect((await perform({ ...SUBSCRIBE, selection: { ids: [accountId(3)] } })).outcomes).toEqual({ DONE: 1 });
  });

  it('skips accounts after the topic was archived [jobs 10]', async () => {
    await worker.stop();
    const answer = await test.send(START, { input: { selection: {}, ...SUBSCRIBE } });
    await rowsOf('update topic set archived_at = now() where id = $1', [TOPICS.offers]);
    worker = startTestWorker(test);
    const { id } = answer.body.data.startAccountBulk.job;
    await untilJob(test, id, 'SUCCEEDED');
    await rowsOf('update topic set archived_at = null where id = $1', [TOPICS.offers]);
    const [job] = await rowsOf('select outcomes from job where id = $1', [id]);
    expect(job.outcomes).toEqual({ 'SKIPPED topic-archived': 98, 'SKIPPED is-closed': 2 });
    expect(await rowsOf('select from account_topic_subscription')).toEqual([]);
  });
});

describe('awarding a badge to many accounts', () => {
  it('awards once to active accounts, with the reason as note; again only after it was revoked [jobs 11]', async () => {
    const award = { action: 'AWARD_BADGE', targetId: BADGES.single, reason: 'thank you' };
    const expected = { DONE: 78, 'SKIPPED is-suspended': 20, 'SKIPPED is-closed': 2 };
    expect(asOutcomes((await preview('AWARD_BADGE', BADGES.single)).groups)).toEqual(expected);
    expect((await perform(award)).outcomes).toEqual(expected);
    expect(
      await rowsOf(
        'select source, awarded_by, note, occurrence, expires_at, count(*)::int from account_badge_award group by 1, 2, 3, 4, 5',
      ),
    ).toEqual([
      {
        source: 'STAFF',
        awarded_by: 'staff-admin',
        note: 'thank you',
        occurrence: 1,
        expires_at: null,
        count: 78,
      },
    ]);
    expect(await rowsOf('select award_count from badge where id = $1', [BADGES.single])).toEqual([{ award_count: 78 }]);
    const trail = await rowsOf(
      "select distinct changes, reason, personal_changes from staff_audit_event where action = 'account.award'",
    );
    expect(trail).toEqual([
      { changes: { badge: [null, 'single'] }, reason: null, personal_changes: { awardNote: [null, 'thank you'] } },
    ]);
    await rowsOf("update account_badge_award set revoked_at = now(), revoke_reason = 'r' where account_id = $1", [
      accountId(3),
    ]);
    expect((await perform(award)).outcomes).toEqual({
      DONE: 1,
      'SKIPPED already-awarded': 77,
      'SKIPPED is-suspended': 20,
      'SKIPPED is-closed': 2,
    });
    expect(
      await rowsOf('select occurrence from account_badge_award where account_id = $1 order by 1', [accountId(3)]),
    ).toEqual([{ occurrence: 1 }, { occurrence: 2 }]);
  });

  it('numbers awards of a repeatable badge, and sets the end of each [jobs 11]', async () => {
    const award = { action: 'AWARD_BADGE', targetId: BADGES.yearly, selection: { ids: [accountId(3)] } };
    await perform(award);
    await perform(award);
    const rows = await rowsOf(
      'select occurrence, (extract(epoch from expires_at - awarded_at) / 86400)::int as days from account_badge_award order by 1',
    );
    expect(rows).toEqual([
      { occurrence: 1, days: 365 },
      { occurrence: 2, days: 365 },
    ]);
  });

  it('awards nothing after the badge was retired [jobs 11]', async () => {
    await worker.stop();
    const answer = await test.send(START, {
      input: { selection: { ids: [accountId(3)] }, action: 'AWARD_BADGE', targetId: BADGES.yearly },
    });
    await rowsOf("update badge set state = 'RETIRED' where id = $1", [BADGES.yearly]);
    worker = startTestWorker(test);
    const { id } = answer.body.data.startAccountBulk.job;
    await untilJob(test, id, 'SUCCEEDED');
    const [job] = await rowsOf('select outcomes from job where id = $1', [id]);
    expect(job.outcomes).toEqual({ 'SKIPPED badge-retired': 1 });
  });
});

describe('summary of a job', () => {
  it('has the names of topic and areas at the start, in each language, even after a rename [jobs 26]', async () => {
    const [area] = await rowsOf('select id, name_i18n from area limit 1');
    const [topic] = await rowsOf('select name_i18n from topic where id = $1', [TOPICS.offers]);
    const answer = await test.send(START, {
      input: { selection: { filter: { area: { in: [area.id] } } }, action: 'SUBSCRIBE_TOPIC', targetId: TOPICS.offers },
    });
    const { id } = answer.body.data.startAccountBulk.job;
    await untilJob(test, id, 'SUCCEEDED');
    await rowsOf(`update topic set name_i18n = '{"en-US": "Renamed"}' where id = $1`, [TOPICS.offers]);
    const read = await test.send('query($id: ID!) { job(id: $id) { summary } }', { id });
    await rowsOf('update topic set name_i18n = $2 where id = $1', [TOPICS.offers, topic.name_i18n]);
    expect(read.body.data.job.summary).toMatchObject({
      names: { [TOPICS.offers]: topic.name_i18n, [area.id]: area.name_i18n },
      selection: { filter: { area: { in: [area.id] } } },
    });
  });

  it('mentions the online filter, but not the accounts that were online', () => {
    const frozen = {
      ids: null,
      isLive: true,
      search: null,
      searchMode: null,
      exclusions: [],
      upTo: '2026-01-01T00:00:00.000Z',
    };
    const filter = { online: { is: true, values: ['firebase-1', 'firebase-2'] }, state: { in: ['ACTIVE'] } };
    expect(selectionSummary({ ...frozen, filter })).toMatchObject({
      filter: { online: true, state: { in: ['ACTIVE'] } },
    });
  });
});

describe('an action with a topic or badge', () => {
  it.each([
    ['no topic', 'SUBSCRIBE_TOPIC', null, 'required'],
    ['an unknown topic', 'SUBSCRIBE_TOPIC', accountId(1), 'unknown'],
    ['no id at all', 'UNSUBSCRIBE_TOPIC', "'; drop table topic; --", 'unknown'],
    ['an archived topic', 'SUBSCRIBE_TOPIC', TOPICS.archived, 'archived'],
    ['a badge for a topic', 'SUBSCRIBE_TOPIC', BADGES.single, 'unknown'],
    ['a draft', 'AWARD_BADGE', BADGES.draft, 'not-active'],
    ['a badge that a rule awards', 'AWARD_BADGE', BADGES.byRule, 'by-rule'],
    ['a target for what has none', 'SUSPEND', TOPICS.offers, 'invalid'],
  ])('refuses %s', async (_name, action, targetId, rule) => {
    const expected = { code: 'field.invalid', details: { fields: { targetId: [{ rule }] } } };
    expect((await preview(action, targetId)).error).toEqual(expected);
    const answer = await test.send(START, { input: { selection: {}, action, targetId, reason: 'r' } });
    expect(answer.body.errors[0].extensions).toEqual(expected);
    expect(await rowsOf('select from job')).toEqual([]);
  });

  it('refuses an end, a note that is too long, and callers who may not change accounts', async () => {
    const send = (input: object, request?: TestRequest) =>
      test.send(START, { input: { selection: {}, action: 'AWARD_BADGE', targetId: BADGES.single, ...input } }, request);
    expect((await send({ until: '2030-01-01T00:00:00Z' })).body.errors[0].extensions.code).toBe('field.invalid');
    expect((await send({ reason: 'x'.repeat(301) })).body.errors[0].extensions.code).toBe('field.invalid');
    const denied = { code: 'access.denied', details: { permission: 'account.change-many' } };
    expect((await send({}, { token: 'marketing' })).body.errors[0].extensions).toEqual(denied);
    expect((await preview('AWARD_BADGE', BADGES.single, { token: 'marketing' })).error).toEqual(denied);
    expect(await rowsOf('select from job')).toEqual([]);
  });
});

describe('a dry run that exceeds its time limit', () => {
  it('returns the count as a minimum [jobs 12]', async () => {
    await removeAccounts(test.database.ownerPool);
    await insertAccounts(test.database.ownerPool, 10_010);
    const gates = await Gates.build(test.database, {
      all: "reading account where current_query() not like '% limit %'",
    });
    await gates.close('all');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const answering = test.send(PREVIEW, { selection: {}, action: 'SUSPEND' });
    await gates.reached('all');
    vi.advanceTimersByTime(250);
    const { body } = await answering;
    vi.useRealTimers();
    await gates.end();
    expect(body.data.previewAccountBulk).toEqual({
      kind: 'LOWER_BOUND',
      total: 10_000,
      groups: [
        { outcome: 'DONE', reason: null, count: 8_000 },
        { outcome: 'SKIPPED', reason: 'already-suspended', count: 2_000 },
      ],
    });
  });
});
