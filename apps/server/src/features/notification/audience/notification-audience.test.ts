import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AREAS, accountId } from '../../../testing/test-accounts.ts';
import { BADGES, TOPICS } from '../../../testing/test-topics-badges.ts';
import { notificationDesk } from '../testing/notification-kit.ts';
import { createNotificationWorld, HOUR, type NotificationWorld } from '../testing/notification-world.ts';

let world: NotificationWorld;
const marketing = notificationDesk(() => world.test, 'marketing');
const admin = notificationDesk(() => world.test, 'admin');

beforeAll(async () => {
  world = await createNotificationWorld();
});
afterAll(() => world.test.close());

describe('the audience', () => {
  it('has as many accounts as the snapshot would write, and all others have one reason [notifications 5]', async () => {
    for (const filters of [
      {},
      { countryCodes: ['US'] },
      { areaIds: [AREAS.bavaria] },
      { lastSeenWithinDays: 3_000 },
      { notSeenWithinDays: 27 },
      { badgeId: BADGES.single },
    ]) {
      const draft = await marketing.made(filters);
      const found = await marketing.audienceOf(draft.id);
      const [snapshot] = await world.rows(
        `select count(*)::int as n from notification n join topic t on t.id = n.topic_id,
           lateral notification_audience(n.topic_id, t.kind, n.country_codes, n.area_ids, n.badge_id, n.last_seen_within_days, n.not_seen_within_days, null, n.resend_of, $2, 1000) where n.id = $1`,
        [draft.id, accountId(0)],
      );
      expect(found).toMatchObject({ recipients: snapshot.n, kind: 'EXACT', accounts: 60, isLarge: false });
      const excluded = found.excluded.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
      expect(excluded + found.recipients).toBe(60);
      expect(await marketing.audience({ topicId: TOPICS.offers, ...filters })).toMatchObject({
        recipients: found.recipients,
      });
    }
  });

  it('counts the accounts that the list of accounts has, erased ones included', async () => {
    const { ownerPool } = world.test.database;
    await ownerPool.query(`update account set state = 'CLOSED', state_reason = 'left' where id = $1`, [accountId(59)]);
    await ownerPool.query(
      `update account set state = 'ERASED', state_reason = null, display_name = null, email = null, email_verified = false,
         phone_e164 = null, firebase_id = null, push_consent = false where id = $1`,
      [accountId(59)],
    );
    await ownerPool.query("update topic set kind = 'SERVICE' where id = $1", [TOPICS.offers]);
    const listed = async (filter: object): Promise<number> => {
      const query = 'query($filter: AccountFilter) { accounts(first: 1, filter: $filter) { count { value } } }';
      return (await world.test.send(query, { filter }, { token: 'admin' })).body.data.accounts.count.value;
    };
    const isActive = { state: { in: ['ACTIVE'] } };
    for (const [filters, filter] of [
      [{}, {}],
      [{ countryCodes: ['US'] }, { country: { in: ['US'] } }],
      [{ countryCodes: ['DE', 'US'] }, { country: { in: ['DE', 'US'] } }],
      [{ areaIds: [AREAS.bavaria] }, { area: { in: [AREAS.bavaria] } }],
      [
        { countryCodes: ['DE'], lastSeenWithinDays: 3_000 },
        { country: { in: ['DE'] }, lastSeen: { from: new Date(Date.now() - 3_000 * 24 * HOUR).toISOString() } },
      ],
      [{ notSeenWithinDays: 27 }, { lastSeen: { olderThanDays: 27 } }],
    ]) {
      const found = await marketing.audience({ topicId: TOPICS.offers, ...filters });
      const excluded = Object.fromEntries(
        found.excluded.map(({ reason, count }: { reason: string; count: number }) => [reason, count]),
      );
      expect(found.accounts).toBe(await listed({}));
      expect(found.recipients).toBe(await listed({ ...filter, ...isActive }));
      const isClosed = { state: { in: ['SUSPENDED', 'CLOSED', 'ERASED'] } };
      expect(excluded['ACCOUNT_NOT_ACTIVE']).toBe(await listed({ ...filter, ...isClosed }));
    }
    await ownerPool.query("update topic set kind = 'MARKETING' where id = $1", [TOPICS.offers]);
    expect((await marketing.audience({ topicId: TOPICS.offers })).accounts).toBe(await listed({}));
  });

  it('counts accounts that will be skipped: no device, at the cap', async () => {
    await world.test.database.ownerPool.query(
      "update account_device set token_refreshed_at = now() - interval '61 days' where account_id = any($1)",
      [[accountId(2), accountId(4)]],
    );
    await world.test.database.ownerPool.query(
      `insert into push_frequency values ($1, array[now(), now(), now()]), ($2, array[now(), now()]), ($3, array[now() - interval '25 hours'])`,
      [accountId(6), accountId(8), accountId(12)],
    );
    const held = async (more: object = {}) =>
      Object.fromEntries(
        (await marketing.audience({ topicId: TOPICS.offers, ...more })).holds.map(
          ({ reason, count }: { reason: string; count: number }) => [reason, count],
        ),
      );
    expect(await held()).toMatchObject({ NO_DEVICE: 2, FREQUENCY_CAP: 1 });
    expect(await held({ ignoreFrequencyCap: true })).toMatchObject({ FREQUENCY_CAP: 0 });
    // An account is counted for one reason only: late, then without a device, then at the cap.
    await world.test.database.ownerPool.query('insert into push_frequency values ($1, array[now(), now(), now()])', [
      accountId(2),
    ]);
    const skipped = async (more: object = {}) =>
      (await marketing.audience({ topicId: TOPICS.offers, ...more })).skipped.map(
        ({ reason, count }: { reason: string; count: number }) => [reason, count],
      );
    expect(await held()).toMatchObject({ NO_DEVICE: 2, FREQUENCY_CAP: 2 });
    expect(await skipped()).toEqual([
      ['EXPIRED', 0],
      ['NO_DEVICE', 2],
      ['FREQUENCY_CAP', 1],
    ]);
    const { recipients } = await marketing.audience({ topicId: TOPICS.offers });
    expect(await skipped({ notAfter: new Date(Date.now() - HOUR) })).toEqual([
      ['EXPIRED', recipients],
      ['NO_DEVICE', 0],
      ['FREQUENCY_CAP', 0],
    ]);
    await world.test.database.ownerPool.query(
      'update account_device set token_refreshed_at = now(); delete from push_frequency',
    );
  });

  it('counts accounts whose zone this PostgreSQL lacks as not prepared, as the send does', async () => {
    const [account] = await world.rows(
      `select a.id, a.timezone from account a join account_topic_subscription s on s.account_id = a.id
      where s.topic_id = $1 and s.is_subscribed and a.state = 'ACTIVE' and a.push_consent limit 1`,
      [TOPICS.offers],
    );
    const set = (zone: string) =>
      world.rows(`begin; set local session_replication_role = replica;
        update account set timezone = '${zone}' where id = '${account.id}'; commit`);
    const before = await marketing.audience({ topicId: TOPICS.offers });
    await set('AET');
    for (const more of [{}, { sendMode: 'AT_LOCAL', sendLocal: '2031-01-05T18:00' }]) {
      const found = await marketing.audience({ topicId: TOPICS.offers, ...more });
      expect(found.recipients).toBe(before.recipients);
      for (const counts of [found.skipped, found.holds])
        expect(counts).toContainEqual({ reason: 'NOT_PREPARED', count: 1 });
    }
    await set(account.timezone);
  });

  it('at local time has waves by zone, with clock changes and quiet hours applied [notifications 6]', async () => {
    const zones = { 2: 'Pacific/Kiritimati', 4: 'America/New_York', 6: 'Africa/Cairo', 8: 'Australia/Lord_Howe' };
    for (const [index, zone] of Object.entries(zones)) {
      await world.test.database.ownerPool.query('update account set timezone = $2 where id = $1', [
        accountId(Number(index)),
        zone,
      ]);
    }
    const waves = async (sendLocal: string, more: object = {}) =>
      (await marketing.audience({ topicId: TOPICS.offers, sendMode: 'AT_LOCAL', sendLocal, timezone: 'UTC', ...more }))
        .waves;
    // The night in 2031 in which New York skips an hour.
    const night = await waves('2031-03-09T02:30');
    expect(night.map(({ timezone }: { timezone: string }) => timezone)).toEqual([
      'Pacific/Kiritimati',
      'Australia/Lord_Howe',
      'Africa/Cairo',
      'Europe/Berlin',
      'America/New_York',
    ]);
    expect(night.at(-1)).toEqual({
      timezone: 'America/New_York',
      startsAt: '2031-03-09T07:30:00.000Z',
      sendsAt: '2031-03-09T12:00:00.000Z',
      localTime: '2031-03-09T03:30',
      accounts: 1,
      isOver: false,
      isShifted: true,
      isQuiet: true,
    });
    expect((await waves('2031-03-09T02:30', { ignoreQuietHours: true })).at(-1)).toMatchObject({
      isQuiet: false,
      sendsAt: '2031-03-09T07:30:00.000Z',
    });
    expect(await waves('2031-03-09T12:00', { notAfter: '2031-03-09T12:00:00Z' })).toMatchObject([
      { isOver: false },
      { isOver: false },
      { isOver: false },
      { isOver: false },
      { timezone: 'America/New_York', isOver: true },
    ]);
    expect((await waves('2020-01-01T12:00')).every(({ isOver }: { isOver: boolean }) => isOver)).toBe(true);
    const past = await world.tested({ sendMode: 'AT_LOCAL', sendLocal: '2020-01-01T12:00' });
    expect(await marketing.refusal(marketing.schedule(past))).toMatchObject({
      code: 'field.invalid',
      details: { fields: { sendLocal: [{ rule: 'too-soon' }] } },
    });
    const ahead = await marketing.done(
      marketing.schedule(await world.tested({ sendMode: 'AT_LOCAL', sendLocal: '2031-03-09T12:00' })),
    );
    expect(ahead).toMatchObject({
      startsAt: '2031-03-08T22:00:00.000Z',
      wavePlan: [{ timezone: 'Pacific/Kiritimati' }, {}, {}, {}, {}],
    });
    await marketing.done(marketing.step('unschedule', ahead));
    await world.test.database.ownerPool.query(`update account set timezone = 'Europe/Berlin'`);
  });

  it('of very many is estimated from a sample, with the same result each time', async () => {
    const { ownerPool } = world.test.database;
    const [{ id: topicId }] = await world.rows(
      `insert into topic (category_id, code, name_i18n, description_i18n, kind, position) select category_id, 'many', name_i18n, description_i18n, kind, 7
       from topic where id = $1 returning id`,
      [TOPICS.offers],
    );
    await ownerPool.query(
      `insert into account (display_name, country_code, locale, timezone, push_consent, push_consent_at, last_seen_at)
       select 'Many', 'US', 'en-US', 'America/New_York', true, now(), case when n % 4 <> 0 then now() end from generate_series(1, 12000) as n`,
    );
    await ownerPool.query(
      `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source) select id, $1, true, 'APP' from account where display_name = 'Many'`,
      [topicId],
    );
    await ownerPool.query('analyze account, account_topic_subscription, account_device');
    await ownerPool.query(`update config_entry set value = '5000' where key = 'push.approval_above'`);
    const recent = await marketing.audience({ topicId, lastSeenWithinDays: 5 });
    expect(recent).toMatchObject({ kind: 'ESTIMATE', isLarge: true, accounts: 12_060, approvalAbove: 5_000 });
    expect(Math.abs(recent.recipients - 9_000)).toBeLessThan(500);
    expect((await marketing.audience({ topicId, lastSeenWithinDays: 5 })).recipients).toBe(recent.recipients);
    expect(await marketing.audience({ topicId })).toMatchObject({ kind: 'ESTIMATE', recipients: 12_000 });

    const at = { topicId, sendMode: 'AT_INSTANT', sendAt: new Date(Date.now() + 50 * HOUR).toISOString() };
    const large = await world.tested(at);
    expect(await marketing.refusal(marketing.schedule(large))).toMatchObject({
      code: 'access.denied',
      details: { permission: 'notification.schedule-large' },
    });
    expect(await admin.refusal(admin.schedule(large))).toMatchObject({ code: 'reason.required' });
    expect(await admin.refusal(admin.schedule(large, { reason: 'r', confirm: null }))).toMatchObject({
      details: { fields: { confirmRecipients: [{ rule: 'not-equal' }] } },
    });
    expect(await admin.done(admin.schedule(large, { reason: 'Everybody should know.' }))).toMatchObject({
      state: 'SCHEDULED',
      stateReason: 'Everybody should know.',
      audienceIsExact: false,
    });
    // Three times the 12,000 subscribers within 15 minutes is the limit.
    for (const _next of [2, 3])
      expect(await admin.done(admin.schedule(await world.tested(at), { reason: 'r' }))).toBeDefined();
    expect(await admin.refusal(admin.schedule(await world.tested(at), { reason: 'r' }))).toMatchObject({
      code: 'notification.blast-blocked',
      details: { max: 36_000 },
    });
    const later = await world.tested({ ...at, sendAt: new Date(Date.now() + 51 * HOUR).toISOString() });
    expect(await admin.done(admin.schedule(later, { reason: 'r' }))).toMatchObject({ state: 'SCHEDULED' });
  });
});
