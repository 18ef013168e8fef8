import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { insertCampaign } from '../../testing/test-campaigns.ts';
import { attentionKit, createAttentionApp, inHours } from './testing/attention-kit.ts';

const { ask, clear, items, kinds, query } = attentionKit(() => test);
let test: TestApp;
beforeAll(async () => {
  test = await createAttentionApp();
});
afterAll(() => test.close());
afterEach(() => clear());

describe('campaigns', () => {
  /** A running campaign with this much of its limit used. */
  const running = async (used: number, row: Record<string, unknown> = {}) => {
    const id = await insertCampaign(test.database.ownerPool, { budget_minor: 10_000, ...row });
    await query(`update campaign set state = 'ACTIVE', activated_at = now() - interval '1 hour' where id = $1`, [id]);
    await query('delete from campaign_slice where campaign_id = $1', [id]);
    await query(
      `insert into campaign_slice (campaign_id, slice, discount_used_minor, budget_cap_minor, redemptions_used, redemptions_cap)
       select c.id, n, $2::bigint / 2, c.budget_minor / 2, $2::bigint / 1000, c.redemptions_limit from campaign c, generate_series(0, 1) n where c.id = $1`,
      [id, used],
    );
    return id;
  };

  it('are listed from 80 % of the budget on, and as critical from 95 %', async () => {
    await running(7_999, { ends_at: inHours(24 * 9) });
    const warned = await running(8_400, { ends_at: inHours(24 * 9), code: 'WARNED' });
    const critical = await running(9_500, { ends_at: inHours(24 * 9), code: 'CRITICAL' });
    await query(
      `insert into campaign_alert (campaign_id, kind, percent, of_limit, raised_at) values ($1, 'BUDGET', 80, 10000, $2)`,
      [warned, '2026-01-02T03:04:05.678Z'],
    );
    for (const scope of ['MINE', 'PROBLEMS'] as const) {
      const answer = await ask(scope);
      expect(answer['count']).toBe(2);
      expect(answer.items).toMatchObject([
        {
          key: `CAMPAIGN_BUDGET:${critical}`,
          kind: 'CAMPAIGN_BUDGET',
          severity: 'CRITICAL',
          percent: 95,
          subject: { type: 'CAMPAIGN', code: 'CRITICAL' },
        },
        {
          key: `CAMPAIGN_BUDGET:${warned}`,
          severity: 'WARNING',
          since: '2026-01-02T03:04:05.678Z',
          action: 'REVIEW',
          percent: 84,
          limitKind: 'BUDGET',
          used: 8_400,
          limit: 10_000,
          currency: 'EUR',
          hoursLeft: null,
        },
      ]);
    }
  });

  it('show how long the budget lasts at the pace since yesterday, if it runs out before the end', async () => {
    const id = await running(8_000, { ends_at: inHours(24 * 9) });
    const later = await running(8_000, { ends_at: inHours(2) });
    for (const campaign of [id, later]) {
      await query(
        `insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, discount_minor)
         select id, (now() at time zone timezone)::date, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 0, 1, 500
         from campaign where id = $1`,
        [campaign],
      );
    }
    // It began an hour ago and has spent 500 since, so 2,000 are left for four hours.
    const left = Object.fromEntries((await items('PROBLEMS')).map(({ subject, hoursLeft }) => [subject.id, hoursLeft]));
    expect(left[id]).toBeGreaterThanOrEqual(4);
    expect(left[id]).toBeLessThan(4.5);
    expect(left[later]).toBeNull();
  });

  it('show the same time left as the dashboard, whatever limits a campaign and since when it is active', async () => {
    const ends = { ends_at: inHours(24 * 9) };
    const ids = [
      await running(9_000, ends),
      // Activated an hour ago.
      await running(9_000, { ...ends, starts_at: inHours(-40) }),
      // 88.9 % of the uses, 88.1 % of the budget.
      await running(8_810, { ...ends, redemptions_limit: 18 }),
      // Less than a minute.
      await running(9_998, ends),
    ];
    for (const id of ids) {
      await query(
        `insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, discount_minor)
         select id, (now() at time zone timezone)::date, '00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-000000000000', 0, 3, 500
         from campaign where id = $1`,
        [id],
      );
    }
    const told = new Map((await items('PROBLEMS')).map(({ subject, hoursLeft }) => [subject.id, hoursLeft]));
    const { body } = await test.send('{ dashboardCampaigns(first: 20) { mostUsed { id exhaustsAt } } }');
    for (const id of ids) {
      const { exhaustsAt } = body.data.dashboardCampaigns.mostUsed.find((each: { id: string }) => each.id === id);
      const hours = (Date.parse(exhaustsAt) - Date.now()) / 3_600_000;
      expect(told.get(id), id).toBeGreaterThan(0);
      // The clock runs between the two requests.
      expect(Math.abs(hours - (told.get(id) ?? 0)), id).toBeLessThan(0.01);
    }
  });

  it('show the limit that is closer to exhaustion', async () => {
    await running(8_000, { redemptions_limit: 9, budget_minor: 20_000, ends_at: inHours(24 * 9) });
    expect(await items('PROBLEMS')).toMatchObject([
      { kind: 'CAMPAIGN_BUDGET', limitKind: 'USES', percent: 177, used: 16, limit: 9, currency: null },
    ]);
  });

  it('that end or begin within three days, and own drafts, are listed for staff who run campaigns', async () => {
    await running(0, { ends_at: inHours(20), code: 'ENDING-1' });
    await running(0, { ends_at: inHours(60), code: 'ENDING-2' });
    await running(0, { ends_at: inHours(80), code: 'LATER' });
    const { ownerPool } = test.database;
    await insertCampaign(ownerPool, { code: 'STARTING', starts_at: inHours(60), ends_at: inHours(90) });
    const own = { created_by: 'staff-admin', starts_at: inHours(80), ends_at: inHours(90) };
    await insertCampaign(ownerPool, { ...own, code: 'OWN-DRAFT' });
    await insertCampaign(ownerPool, { ...own, code: 'CHANGED-BY-ME', created_by: 'x', updated_by: 'staff-admin' });
    await insertCampaign(ownerPool, { ...own, code: 'OF-OTHERS', created_by: 'staff-both' });
    const told = (await items('MINE')).map(({ kind, severity, subject, action }) =>
      [kind, severity, subject.code, action].join(' '),
    );
    expect(told.sort()).toEqual([
      'CAMPAIGN_DRAFT NOTICE CHANGED-BY-ME CONTINUE',
      'CAMPAIGN_DRAFT NOTICE OWN-DRAFT CONTINUE',
      'CAMPAIGN_ENDING NOTICE ENDING-2 REVIEW',
      'CAMPAIGN_ENDING WARNING ENDING-1 REVIEW',
      'CAMPAIGN_STARTING WARNING STARTING ACTIVATE',
    ]);
    expect(await kinds('MINE', 'both')).toEqual([
      'CAMPAIGN_DRAFT',
      'CAMPAIGN_ENDING',
      'CAMPAIGN_ENDING',
      'CAMPAIGN_STARTING',
    ]);
  });

  it('that were paused because codes were guessed are listed while they are paused', async () => {
    const id = await insertCampaign(test.database.ownerPool, { state: 'PAUSED' });
    await insertCampaign(test.database.ownerPool, { state: 'PAUSED', ends_at: inHours(24 * 9) });
    await query(`insert into campaign_alert (campaign_id, kind) values ($1, 'LEAK')`, [id]);
    expect(await items('PROBLEMS')).toMatchObject([
      { key: `CAMPAIGN_LEAK:${id}`, severity: 'CRITICAL', reason: 'test' },
    ]);
  });

  it('and their money are hidden from MARKETING [home 2]', async () => {
    await running(9_900, { ends_at: inHours(1) });
    expect(await ask('PROBLEMS', 'marketing')).toMatchObject({ items: [], count: 0, failed: [] });
    expect(await ask('MINE', 'marketing')).toMatchObject({ items: [], count: 0, failed: [] });
    expect(await items('PROBLEMS', 'both')).toMatchObject([{ kind: 'CAMPAIGN_BUDGET' }]);
  });

  it('are shown to their managers, without anything else [home 2]', async () => {
    await running(9_900, { ends_at: inHours(1) });
    const { body } = await test.send(
      '{ attention(scope: MINE, first: 10) { items { kind action } failed } }',
      {},
      { token: 'campaign-manager' },
    );
    expect(body.data.attention).toEqual({
      items: [
        { kind: 'CAMPAIGN_BUDGET', action: 'REVIEW' },
        { kind: 'CAMPAIGN_ENDING', action: 'REVIEW' },
      ],
      failed: [],
    });
  });

  it.each(['campaign-viewer', 'campaign-streamer'] as const)('are hidden from %s', async (token) => {
    const { body } = await test.send('{ attention(scope: MINE, first: 1) { count } }', {}, { token });
    expect(body.errors[0].extensions.code).toBe('access.denied');
  });
});
