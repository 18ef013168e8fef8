import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { insertNotification } from '../../testing/test-notifications.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { attentionKit, COMMITTED, createAttentionApp, inHours } from './testing/attention-kit.ts';

const { ask, clear, insertGiveaway, insertJob, items, kinds, query } = attentionKit(() => test);
let test: TestApp;
beforeAll(async () => {
  test = await createAttentionApp();
});
afterAll(() => test.close());
afterEach(() => clear());

const published = (closesInHours: number, more: Record<string, unknown> = {}) =>
  insertGiveaway({
    ...COMMITTED,
    published_at: inHours(closesInHours - 20),
    opens_at: inHours(closesInHours - 10),
    closes_at: inHours(closesInHours),
    draw_at: inHours(closesInHours + 1),
    state: 'PUBLISHED',
    ...more,
  });

describe('jobs', () => {
  it('that failed within a week are listed for their requester; all of them are problems for ADMIN [home 2]', async () => {
    const mine = await insertJob();
    const theirs = await insertJob({ requested_by: 'staff-marketing', requested_roles: '{MARKETING}' });
    await insertJob({ started_at: inHours(-200), finished_at: inHours(-170), created_at: inHours(-201) });
    await insertJob({ state: 'SUCCEEDED', error_code: null });
    expect(await items('MINE')).toMatchObject([
      {
        key: `JOB_FAILED:${mine}`,
        severity: 'CRITICAL',
        errorCode: 'unexpected',
        action: 'RETRY',
        job: { id: mine, kind: 'ledger.verify', canRetry: true },
      },
    ]);
    const problems = (await items('PROBLEMS')).map(({ subject, action }) => [subject.id, action]);
    expect(problems).toHaveLength(2);
    expect(problems).toContainEqual([mine, 'RETRY']);
    expect(problems).toContainEqual([theirs, 'OPEN']);
    for (const scope of ['MINE', 'PROBLEMS'] as const) {
      // The caller has lost the right to run this job.
      expect(await items(scope, 'marketing')).toMatchObject([
        { subject: { id: theirs }, action: 'OPEN', job: { canRetry: false } },
      ]);
    }
  });
});

describe('notifications', () => {
  it('that failed or are paused, and drafts, are listed for the staff who wrote or scheduled them', async () => {
    const { ownerPool } = test.database;
    const failed = await insertNotification(ownerPool, { state: 'FAILED', scheduled_by: 'staff-marketing' });
    const resent = await insertNotification(ownerPool, { state: 'FAILED', scheduled_by: 'staff-marketing' });
    await insertNotification(ownerPool, { state: 'DRAFT', resend_of: resent, created_by: 'staff-marketing' });
    const paused = await insertNotification(ownerPool, { state: 'PAUSED', created_by: 'staff-marketing' });
    await insertNotification(ownerPool, { state: 'DRAFT', created_by: 'staff-admin' });
    expect(await items('MINE', 'marketing')).toMatchObject([
      {
        key: `NOTIFICATION_FAILED:${failed}`,
        severity: 'CRITICAL',
        reason: 'test',
        subject: { titleI18n: { 'en-US': 'Title' } },
      },
      { key: `NOTIFICATION_PAUSED:${paused}`, severity: 'WARNING' },
      { kind: 'NOTIFICATION_DRAFT', severity: 'NOTICE', action: 'CONTINUE' },
    ]);
    for (const token of ['marketing', 'admin']) {
      expect(await kinds('PROBLEMS', token)).toEqual(['NOTIFICATION_FAILED', 'NOTIFICATION_PAUSED']);
    }
  });
});

describe('giveaways', () => {
  it('are listed when they are late with a step', async () => {
    const unfrozen = await published(-1);
    const undrawn = await published(-3, {
      state: 'FROZEN',
      frozen_at: inHours(-3),
      entries_count: 0,
      tickets_count: 0,
    });
    await published(-0.1);
    for (const token of ['marketing', 'admin']) {
      expect(await items('PROBLEMS', token)).toMatchObject([
        { key: `GIVEAWAY_OVERDUE:${unfrozen}`, severity: 'CRITICAL' },
        { key: `GIVEAWAY_OVERDUE:${undrawn}`, severity: 'CRITICAL' },
      ]);
    }
    expect(await kinds('MINE', 'marketing')).toEqual(['GIVEAWAY_TO_DRAW']);
    expect(await kinds('MINE', 'admin')).toEqual(['GIVEAWAY_OVERDUE', 'GIVEAWAY_OVERDUE', 'GIVEAWAY_TO_DRAW']);
  });

  it('are listed once they are drawn, and while claimed prizes are due', async () => {
    const winner = {
      entry_id: '01900000-0000-7000-8000-000000000001',
      prize_id: '01900000-0000-7000-8000-000000000002',
    };
    const giveWinner = (id: string, position: number, state: string) =>
      query(
        `insert into giveaway_winner (giveaway_id, draw_position, entry_id, account_id, prize_id, kind, state, claimed_at)
         values ($1, $2, $3, gen_random_uuid(), $4, 'WINNER', $5, $6)`,
        [id, position, winner.entry_id, winner.prize_id, state, state === 'CLAIMED' ? inHours(-position) : null],
      );
    const over = { seed_revealed: Buffer.alloc(32), drawn_at: inHours(-2) };
    const drawn = await published(-4, { ...over, state: 'DRAWN' });
    await giveWinner(drawn, 1, 'DRAWN');
    const announced = await published(-4, { ...over, state: 'ANNOUNCED' });
    await giveWinner(announced, 1, 'CLAIMED');
    await giveWinner(announced, 2, 'CLAIMED');
    await giveWinner(announced, 3, 'NOTIFIED');
    await giveWinner(await published(-4, { ...over, state: 'ANNOUNCED' }), 1, 'FULFILLED');
    const told = await items('MINE');
    expect(told).toHaveLength(2);
    expect(told).toContainEqual(
      expect.objectContaining({ kind: 'GIVEAWAY_TO_ANNOUNCE', severity: 'WARNING', action: 'ANNOUNCE', count: 1 }),
    );
    expect(told).toContainEqual(
      expect.objectContaining({ key: `GIVEAWAY_TO_HAND_OVER:${announced}`, action: 'HAND_OVER', count: 2 }),
    );
    expect(await kinds('MINE', 'marketing')).toEqual(['GIVEAWAY_TO_ANNOUNCE']);
    expect(await kinds('PROBLEMS', 'admin')).toEqual([]);
  });

  it('are listed as own drafts, earlier if they open soon', async () => {
    await insertGiveaway({ created_by: 'staff-marketing' });
    await insertGiveaway({ created_by: 'staff-admin', updated_by: 'staff-marketing', opens_at: inHours(70) });
    await insertGiveaway({ created_by: 'staff-admin' });
    expect(await items('MINE', 'marketing')).toMatchObject([
      { kind: 'GIVEAWAY_DRAFT', severity: 'WARNING' },
      { kind: 'GIVEAWAY_DRAFT', severity: 'NOTICE', action: 'CONTINUE' },
    ]);
  });
});

describe('points', () => {
  it('that are frozen with a suspended store are one item', async () => {
    await insertStores(test.database.ownerPool, 6);
    expect(await items('PROBLEMS')).toEqual([]);
    await query('truncate store cascade');
    // Stores 7 and 14 are suspended.
    await insertStores(test.database.ownerPool, 14);
    const [both] = await items('PROBLEMS', 'marketing');
    expect(both).toMatchObject({ key: 'WALLETS_FROZEN:', severity: 'WARNING', count: 2, subject: null });
    expect(both?.['names']).toHaveLength(2);
    // The wallet of a closed store stays frozen permanently.
    await query(`update store set state = 'CLOSED', state_reason = 'x', closed_at = now() where id = $1`, [storeId(7)]);
    expect(await items('PROBLEMS')).toMatchObject([
      { kind: 'WALLETS_FROZEN', count: 1, subject: { type: 'STORE', id: storeId(14), code: 'ST00014' } },
    ]);
    expect(await kinds('MINE', 'admin')).toEqual([]);
  });

  it('that do not add up are listed for ADMIN', async () => {
    await query(
      `insert into points_wallet_proof (wallet_id, through_seq, fault, fault_seq) values ($1, 1, 'HASH', 1)`,
      [storeId(1)],
    );
    for (const scope of ['MINE', 'PROBLEMS'] as const) {
      expect(await items(scope)).toMatchObject([
        { kind: 'LEDGER_BROKEN', severity: 'CRITICAL', count: 1, subject: null },
      ]);
      expect(await kinds(scope, 'marketing')).toEqual([]);
    }
  });
});

describe('the answer', () => {
  it('counts up to fifty items of a kind, and whether there are more [home 1]', async () => {
    await query(
      `insert into notification (topic_id, title_i18n, body_i18n, send_mode, timezone, created_by)
       select (select id from topic limit 1), '{"en-US":"T"}', '{"en-US":"B"}', 'NOW', 'Europe/Berlin', 'staff-admin' from generate_series(1, 51)`,
    );
    const job = await insertJob();
    const answer = await ask('MINE', 'admin', 3);
    expect(answer).toMatchObject({ count: 51, hasMore: true, failed: [] });
    expect(answer.items).toHaveLength(3);
    expect(answer.items[0]?.subject.id).toBe(job);
    expect(answer['kinds']).toEqual([
      { kind: 'JOB_FAILED', count: 1, hasMore: false },
      { kind: 'NOTIFICATION_DRAFT', count: 50, hasMore: true },
    ]);
  });

  it('names a failing source, and returns the items of all others', async () => {
    const job = await insertJob();
    await test.database.ownerPool.query('alter table campaign_slice rename to campaign_slice_away');
    try {
      expect(await ask('MINE')).toMatchObject({ failed: ['CAMPAIGNS'], items: [{ subject: { id: job } }] });
    } finally {
      await test.database.ownerPool.query('alter table campaign_slice_away rename to campaign_slice');
    }
  });

  it.each([0, 201, -1])('refuses a page of %i', async (first) => {
    const { body } = await test.send('query($first: Int!) { attention(scope: MINE, first: $first) { count } }', {
      first,
    });
    expect(body.errors).toHaveLength(1);
  });
});
