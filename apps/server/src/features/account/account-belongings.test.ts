import { beforeEach, describe, expect, it } from 'vitest';
import { Housekeeping } from '../../housekeeping/housekeeping.ts';
import { fileApp } from '../../testing/file-app.ts';
import { accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import type { TestRequest } from '../../testing/test-app.ts';
import { BADGES, insertTopicsAndBadges, TOPICS } from '../../testing/test-topics-badges.ts';
import { accountMaintenance } from './account.maintenance.ts';

const id = accountId(1);
const operation = (name: string, type: string, field: string) =>
  `mutation M($input: ${type}!) { payload: ${name}(input: $input) { result: ${field} } }`;
const SET_TOPIC = operation('setAccountTopic', 'SetAccountTopicInput', 'account { id }');
const AWARD = operation('awardAccountBadge', 'AwardAccountBadgeInput', 'awardId');
const REVOKE = operation('revokeAccountBadge', 'RevokeAccountBadgeInput', 'awardId');
const INVALIDATE = operation('invalidateAccountDevice', 'InvalidateAccountDeviceInput', 'account { id }');
const WRITE = operation('writeAccountNote', 'WriteAccountNoteInput', 'noteId');
const RETRACT = operation('retractAccountNote', 'RetractAccountNoteInput', 'noteId');
const HOSTILE = `<script>alert(1)</script> '; drop table account; -- \u202Eabc`;

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertTopicsAndBadges(test.database.ownerPool);
beforeEach(async () => {
  test.now = new Date('2026-03-01T12:00:00.000Z');
  await test.database.ownerPool.query(
    'truncate account cascade; truncate idempotency_key; truncate staff_audit_event; update topic set subscriber_count = 0; update badge set award_count = 0',
  );
  await insertAccounts(test.database.ownerPool, 6);
});

async function send(query: string, input: Record<string, unknown>, request?: TestRequest) {
  const { body } = await test.send(query, { input }, request);
  return { result: body.data?.payload.result as string, error: body.errors?.[0]?.extensions };
}
const read = async (query: string, request?: TestRequest) =>
  Object.values((await test.send(query, {}, request)).body.data)[0] as never;
const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const trail = () =>
  rowsOf("select action, reason, changes, actor_sub from staff_audit_event where outcome = 'DONE' order by id");
const keepHouse = () =>
  new Housekeeping(
    test.database.db,
    accountMaintenance((trx, firebaseId) => test.files.pictures.remove(trx, firebaseId)),
  ).runOnce();
const close = (account: string, state = 'CLOSED') =>
  rowsOf(`update account set state = '${state}', state_reason = 'r' where id = $1`, [account]);

describe('topics of an account', () => {
  const TOPICS_OF = `{ accountTopics(accountId: "${id}") { topicId kind isSubscribed isEffective source changedBy { name } category } }`;
  const change = (isSubscribed: boolean, more = {}, request?: TestRequest) =>
    send(SET_TOPIC, { id, topicId: TOPICS.offers, isSubscribed, ...more }, request);

  it('lists all topics in use with the origin of each decision; a marketing topic without consent has no effect', async () => {
    expect(await read(TOPICS_OF)).toEqual([
      {
        topicId: TOPICS.offers,
        kind: 'MARKETING',
        isSubscribed: false,
        isEffective: false,
        source: null,
        changedBy: null,
        category: 'Text',
      },
    ]);
    await change(true);
    expect(await read(TOPICS_OF)).toMatchObject([
      { isSubscribed: true, isEffective: false, source: 'STAFF', changedBy: { name: 'Test admin' } },
    ]);
    await rowsOf('update account set push_consent = true, push_consent_at = now() where id = $1', [id]);
    expect(await read(TOPICS_OF, { token: 'marketing' })).toMatchObject([{ isEffective: true }]);
    expect(await rowsOf('select subscriber_count from topic where id = $1', [TOPICS.offers])).toEqual([
      { subscriber_count: 1 },
    ]);
  });

  it('changes once for repeated requests, and requires a reason where the holder unsubscribed [points 11]', async () => {
    const key = { headers: { 'idempotency-key': 'once' } };
    await change(true, {}, key);
    await change(true, {}, key);
    await change(true);
    expect(await trail()).toMatchObject([{ action: 'account.subscribe', changes: { topic: [null, 'offers'] } }]);
    await change(false, { reason: ' asked by phone ' });
    await rowsOf("update account_topic_subscription set source = 'APP'");
    expect((await change(true)).error).toMatchObject({ code: 'reason.required' });
    expect((await change(true, { reason: 'asked by letter' })).error).toBeUndefined();
    expect(await trail()).toMatchObject([
      {},
      { action: 'account.unsubscribe', reason: 'asked by phone', changes: { topic: ['offers', null] } },
      { action: 'account.subscribe', reason: 'asked by letter' },
    ]);
  });

  it('refuses closed accounts, archived topics and marketing staff', async () => {
    expect((await change(true, {}, { token: 'marketing' })).error.code).toBe('access.denied');
    expect((await change(true, { topicId: TOPICS.archived })).error.details.fields).toEqual({
      topicId: [{ rule: 'archived' }],
    });
    expect((await change(true, { topicId: HOSTILE })).error.code).toBe('field.invalid');
    expect((await change(true, { id: HOSTILE })).error.code).toBe('record.not-found');
    await close(id);
    expect((await change(true)).error.code).toBe('state.invalid-transition');
    expect(await trail()).toEqual([]);
  });
});

describe('badges of an account', () => {
  const AWARDS = `{ accountAwards(accountId: "${id}", first: 10) { nodes { id occurrence source state note revokeReason awardedBy { name } revokedBy { name } badge { code name imageUrl } } pageInfo { hasNextPage } } }`;
  const counts = async () => [
    (await rowsOf('select badge_count from account where id = $1', [id]))[0].badge_count,
    (await rowsOf('select sum(award_count)::int as n from badge'))[0].n,
  ];
  const award = (badgeId: string, more = {}, request?: TestRequest) => send(AWARD, { id, badgeId, ...more }, request);

  it('awards once, or repeatedly if repeatable, and revokes each award separately [points 11]', async () => {
    const first = await award(BADGES.single, { note: HOSTILE });
    expect((await award(BADGES.single)).error.details.fields).toEqual({ badgeId: [{ rule: 'already-awarded' }] });
    const yearly = [await award(BADGES.yearly), await award(BADGES.yearly)];
    expect(await counts()).toEqual([3, 3]);
    await send(REVOKE, { awardId: yearly[0]?.result, reason: 'by mistake' });
    expect(await counts()).toEqual([2, 2]);
    const { nodes } = (await read(AWARDS)) as { nodes: { id: string }[] };
    expect(nodes.find((row) => row.id === first.result)).toMatchObject({
      state: 'HELD',
      note: HOSTILE,
      source: 'STAFF',
    });
    expect(nodes.find((row) => row.id === yearly[0]?.result)).toMatchObject({
      state: 'REVOKED',
      occurrence: 1,
      revokeReason: 'by mistake',
      revokedBy: { name: 'Test admin' },
    });
    expect(nodes.find((row) => row.id === yearly[1]?.result)).toMatchObject({ state: 'HELD', occurrence: 2 });
    expect((await send(REVOKE, { awardId: yearly[0]?.result, reason: 'again' })).error.code).toBe(
      'state.invalid-transition',
    );
    // A revoked badge may be awarded again.
    await send(REVOKE, { awardId: first.result, reason: 'r' });
    expect((await award(BADGES.single)).error).toBeUndefined();
    expect(await counts()).toEqual([2, 2]);
    expect(await trail()).toHaveLength(6);
  });

  it('awards once for a repeated request and for ten concurrent ones', async () => {
    const key = { headers: { 'idempotency-key': 'award-1' } };
    const answers = [await award(BADGES.yearly, {}, key), await award(BADGES.yearly, {}, key)];
    expect(answers[0]?.result).toBe(answers[1]?.result);
    const many = await Promise.all(Array.from({ length: 10 }, () => award(BADGES.single)));
    expect(many.filter(({ error }) => error === undefined)).toHaveLength(1);
    expect(await counts()).toEqual([2, 2]);
  });

  it.each([
    ['a draft', BADGES.draft, 'not-active'],
    ['one that a rule awards', BADGES.byRule, 'by-rule'],
    ['an unknown one', HOSTILE, 'unknown'],
  ])('does not award %s', async (_what, badgeId, rule) => {
    expect((await award(badgeId)).error.details.fields).toEqual({ badgeId: [{ rule }] });
  });

  it('allows awards only to active accounts, and only by administrators', async () => {
    expect((await award(BADGES.single, {}, { token: 'marketing' })).error.code).toBe('access.denied');
    expect((await award(BADGES.single, { note: 'x'.repeat(301) })).error.details.fields).toEqual({
      note: [{ rule: 'too-long' }],
    });
    await close(id, 'SUSPENDED');
    expect((await award(BADGES.single)).error.code).toBe('state.invalid-transition');
    expect((await send(REVOKE, { awardId: HOSTILE, reason: 'r' })).error.code).toBe('record.not-found');
  });

  it('expires awards automatically, with an audit row [points 11]', async () => {
    const { result } = await award(BADGES.yearly);
    await rowsOf(
      "update account_badge_award set awarded_at = now() - interval '2 days', expires_at = now() - interval '1 day'",
    );
    expect(await read(AWARDS)).toMatchObject({ nodes: [{ state: 'EXPIRED' }] });
    expect((await send(REVOKE, { awardId: result, reason: 'r' })).error.code).toBe('state.invalid-transition');
    await keepHouse();
    await keepHouse();
    expect(await read(AWARDS)).toMatchObject({ nodes: [{ state: 'EXPIRED', revokedBy: null }] });
    expect(await counts()).toEqual([0, 0]);
    expect((await trail()).slice(1)).toMatchObject([
      { action: 'account.expire-badge', actor_sub: 'system', changes: { badge: ['yearly', null] } },
    ]);
  });

  it('filters and sorts the list of accounts', async () => {
    await award(BADGES.single);
    await send(AWARD, { id: accountId(3), badgeId: BADGES.yearly });
    await send(AWARD, { id: accountId(3), badgeId: BADGES.yearly });
    const list = async (text: string) =>
      ((await read(`{ accounts(${text}) { nodes { id badgeCount } } }`)) as { nodes: { id: string }[] }).nodes;
    expect(await list(`filter: { badge: { in: ["${BADGES.single}"] } }`)).toEqual([{ id, badgeCount: 1 }]);
    expect(await list(`filter: { badge: { notIn: ["${BADGES.single}", "${BADGES.yearly}"] } }`)).toHaveLength(4);
    expect(await list('first: 2, sort: { key: BADGES, direction: DESC }')).toEqual([
      { id: accountId(3), badgeCount: 2 },
      { id, badgeCount: 1 },
    ]);
    await send(SET_TOPIC, { id, topicId: TOPICS.offers, isSubscribed: true });
    expect(await list(`filter: { topic: { in: ["${TOPICS.offers}"] } }`)).toEqual([{ id, badgeCount: 1 }]);
  });
});

describe('devices of an account', () => {
  const DEVICES = `{ accountDevices(accountId: "${id}") { id platform appVersion tokenEnd state invalidReason } }`;
  const add = async (token: string, daysIdle: number) => {
    const [row] = await rowsOf(
      `insert into account_device (account_id, platform, push_token, token_refreshed_at, app_version)
       values ($1, 'IOS', $2, now() - make_interval(days => $3), '6.14.0') returning id`,
      [id, token, daysIdle],
    );
    return row.id as string;
  };

  it('shows only the end of each token, and whether it is stale or expired', async () => {
    test.now = new Date();
    await add('token-fresh-abc123', 1);
    await add('token-stale-abc124', 31);
    await add('token-over-abc125', 271);
    expect(await read(DEVICES, { token: 'marketing' })).toMatchObject([
      { platform: 'IOS', appVersion: '6.14.0', tokenEnd: 'abc123', state: 'REACHABLE' },
      { tokenEnd: 'abc124', state: 'STALE' },
      { tokenEnd: 'abc125', state: 'EXPIRED' },
    ]);
    await keepHouse();
    expect(await rowsOf('select invalid_reason from account_device where invalidated_at is not null')).toEqual([
      { invalid_reason: 'EXPIRED_270D' },
    ]);
    await expect(add('token-fresh-abc123', 1)).rejects.toMatchObject({ constraint: 'account_device_token' });
  });

  it('invalidates one device with a reason, or all by closing the account [points 11]', async () => {
    const first = await add('token-one-111111', 2);
    await add('token-two-222222', 1);
    expect((await send(INVALIDATE, { id: first, reason: ' ' })).error.code).toBe('reason.required');
    expect((await send(INVALIDATE, { id: first, reason: 'r' }, { token: 'marketing' })).error.code).toBe(
      'access.denied',
    );
    expect((await send(INVALIDATE, { id: first, reason: 'lost phone' })).result).toEqual({ id });
    expect((await send(INVALIDATE, { id: first, reason: 'again' })).result).toEqual({ id });
    expect(await trail()).toMatchObject([
      { action: 'account.invalidate-device', reason: 'lost phone', changes: { device: ['IOS', null] } },
    ]);
    await test.send('mutation M($input: CloseAccountInput!) { closeAccount(input: $input) { account { id } } }', {
      input: { id, expectedVersion: 1, reason: 'r' },
    });
    expect(await read(DEVICES)).toMatchObject([{ invalidReason: 'ACCOUNT_CLOSED' }, { invalidReason: 'STAFF' }]);
  });
});

describe('notes about an account', () => {
  const NOTES = `{ accountNotes(accountId: "${id}", first: 10) { nodes { id text writtenBy { name } retractedBy { name } retractReason retraction } pageInfo { hasNextPage } } }`;
  const SUMMARY = `{ accountSummary(id: "${id}") { notes latestNote { text writtenBy { name } } } }`;

  it('keeps notes unchanged, newest first, with the latest in the overview', async () => {
    await send(WRITE, { id, text: '  first\r\nline  ' });
    test.now = new Date(test.now.getTime() + 1_000);
    await send(WRITE, { id, text: HOSTILE }, { token: 'marketing' });
    expect(await read(NOTES)).toMatchObject({
      nodes: [
        { text: HOSTILE, writtenBy: { name: 'Test marketing' }, retraction: 'WITH_REASON' },
        { text: 'first\nline', retraction: 'FREELY' },
      ],
    });
    expect(await read(SUMMARY)).toEqual({
      notes: 2,
      latestNote: { text: HOSTILE, writtenBy: { name: 'Test marketing' } },
    });
    // The audit trail records the note, but not its text.
    expect(JSON.stringify(await trail())).not.toContain('first');
    await expect(rowsOf("update account_note set text = 'other'")).rejects.toMatchObject({ code: 'BC002' });
    await expect(rowsOf('delete from account_note')).rejects.toMatchObject({ code: 'BC002' });
    await expect(test.database.pool.query('update account_note set text = null')).rejects.toMatchObject({
      code: '42501',
    });
  });

  it('excludes actions from the history that another list shows, in its rows and its count', async () => {
    const history = async (without: string) => {
      const text = `{ account(id: "${id}") { history(without: ${without}) { nodes { action } count { value } } } }`;
      const { history: page } = (await read(text)) as {
        history: { nodes: { action: string }[]; count: { value: number } };
      };
      expect(page.count.value).toBe(page.nodes.length);
      return page.nodes.map(({ action }) => action);
    };
    const note = await send(WRITE, { id, text: 'a note' });
    await send(RETRACT, { noteId: note.result });
    expect(await history('[]')).toEqual(['account.retract-note', 'account.write-note']);
    expect(await history('["account.write-note"]')).toEqual(['account.retract-note']);
    const tooMany = JSON.stringify(Array.from({ length: 11 }, (_, index) => `account.${index}`));
    const { body } = await test.send(`{ account(id: "${id}") { history(without: ${tooMany}) { nodes { id } } } }`);
    expect(body.errors?.[0]?.extensions.code).toBe('request.malformed');
  });

  it('lets authors retract within 15 minutes, later administrators with a reason, and keeps the note', async () => {
    const mine = await send(WRITE, { id, text: 'mine' }, { token: 'marketing' });
    const other = await send(WRITE, { id, text: 'other' });
    expect((await send(RETRACT, { noteId: other.result }, { token: 'marketing' })).error.code).toBe('access.denied');
    test.now = new Date(test.now.getTime() + 15 * 60_000);
    expect((await send(RETRACT, { noteId: mine.result }, { token: 'marketing' })).error.code).toBe('access.denied');
    expect((await send(RETRACT, { noteId: mine.result })).error.code).toBe('reason.required');
    expect((await send(RETRACT, { noteId: mine.result, reason: 'wrong account' })).result).toBe(mine.result);
    expect((await send(RETRACT, { noteId: mine.result, reason: 'twice' })).error.code).toBe('state.invalid-transition');
    const late = await send(WRITE, { id, text: 'late' }, { token: 'marketing' });
    expect((await send(RETRACT, { noteId: late.result }, { token: 'marketing' })).error).toBeUndefined();
    expect(await read(NOTES, { token: 'marketing' })).toMatchObject({
      nodes: [
        { text: null, retraction: 'NO' },
        { text: 'other', retraction: 'NO' },
        { text: null, retractReason: 'wrong account' },
      ],
    });
    const { nodes } = (await read(NOTES)) as { nodes: { id: string; text: string }[] };
    expect(nodes.map(({ text }) => text).sort()).toEqual(['late', 'mine', 'other']);
    expect(await read(SUMMARY)).toMatchObject({ notes: 1, latestNote: { text: 'other' } });
  });

  it.each([
    ['no text', ' \n ', 'required'],
    ['2,001 characters', 'x'.repeat(2001), 'too-long'],
  ])('refuses a note of %s', async (_what, text, rule) => {
    expect((await send(WRITE, { id, text })).error.details.fields.text[0].rule).toBe(rule);
  });
});
