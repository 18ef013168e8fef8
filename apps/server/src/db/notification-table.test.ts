import {
  DELIVERY_REASONS,
  DELIVERY_STATES,
  NOTIFICATION_MACHINE,
  NOTIFICATION_STATES,
  pairsOf,
  textIn,
} from '@backcounter/domain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { insertDeliveries, insertNotification, subscribe } from '../testing/test-notifications.ts';
import { insertTopicsAndBadges, TOPICS } from '../testing/test-topics-badges.ts';
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts';

let database: TestDatabase;
const ACCOUNTS = 40;
const ids = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => accountId(from + n));

beforeAll(async () => {
  database = await createTestDatabase();
  await insertReferenceData(database.ownerPool);
  await insertAccounts(database.ownerPool, ACCOUNTS);
  await insertTopicsAndBadges(database.ownerPool);
});
afterAll(() => database.drop());

const value = async <Value>(text: string, values: readonly unknown[] = []): Promise<Value> =>
  (await database.pool.query(`select ${text} as value`, [...values])).rows[0].value as Value;

describe('wall times', () => {
  it.each([
    ['an ordinary evening', '2026-11-30T18:00', 'Europe/Berlin', '2026-11-30T17:00:00.000Z'],
    ['the hour that Berlin skips', '2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['the first instant after it', '2026-03-29T03:00', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
    ['the hour that Berlin has twice: the first', '2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['the end of that hour is there once', '2026-10-25T03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['the hour that New York skips', '2026-03-08T02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['the hour that New York has twice', '2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['Lord Howe skips half an hour', '2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-03T15:45:00.000Z'],
    ['Lord Howe has half an hour twice', '2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
    [
      'Lord Howe has the half hour before it once',
      '2026-04-05T01:15',
      'Australia/Lord_Howe',
      '2026-04-04T14:15:00.000Z',
    ],
    ['Cairo skips the first hour of a day', '2026-04-24T00:30', 'Africa/Cairo', '2026-04-23T22:30:00.000Z'],
    ['Cairo has the last hour of a day twice', '2026-10-29T23:30', 'Africa/Cairo', '2026-10-29T20:30:00.000Z'],
    ['Apia has skipped a whole day', '2011-12-30T10:00', 'Pacific/Apia', '2011-12-30T20:00:00.000Z'],
    ['Chatham is three quarters of an hour off', '2026-06-01T12:00', 'Pacific/Chatham', '2026-05-31T23:15:00.000Z'],
    ['Kathmandu has no summer time', '2026-06-01T12:00', 'Asia/Kathmandu', '2026-06-01T06:15:00.000Z'],
    [
      'Troll moves by two hours, and has them twice',
      '2026-10-25T02:30',
      'Antarctica/Troll',
      '2026-10-25T00:30:00.000Z',
    ],
    ['the first zone of a day', '2026-11-30T00:00', 'Pacific/Kiritimati', '2026-11-29T10:00:00.000Z'],
    ['the last zone of a day', '2026-11-30T23:59', 'Pacific/Pago_Pago', '2026-12-01T10:59:00.000Z'],
  ])('%s', async (_what, wall, zone, instant) => {
    const found = await value<Date>('local_instant($1::timestamp, $2)', [wall, zone]);
    expect(found.toISOString()).toBe(instant);
  });

  it.each([
    ['evening', '2026-11-30T21:30:00Z', 'Europe/Berlin', '21:00', '08:00', '2026-12-01T07:00:00.000Z'],
    ['its first instant', '2026-11-30T20:00:00Z', 'Europe/Berlin', '21:00', '08:00', '2026-12-01T07:00:00.000Z'],
    ['the instant before', '2026-11-30T19:59:59Z', 'Europe/Berlin', '21:00', '08:00', null],
    ['its last instant is over', '2026-12-01T07:00:00Z', 'Europe/Berlin', '21:00', '08:00', null],
    ['early morning', '2026-12-01T03:00:00Z', 'Europe/Berlin', '21:00', '08:00', '2026-12-01T07:00:00.000Z'],
    ['noon in another zone', '2026-12-01T03:00:00Z', 'Asia/Tokyo', '21:00', '08:00', null],
    ['within a day', '2026-12-01T12:30:00Z', 'UTC', '12:00', '14:00', '2026-12-01T14:00:00.000Z'],
    ['none at all', '2026-12-01T12:30:00Z', 'UTC', '12:00', '12:00', null],
    [
      'through the night in which an hour is skipped',
      '2026-03-28T22:00:00Z',
      'Europe/Berlin',
      '21:00',
      '08:00',
      '2026-03-29T06:00:00.000Z',
    ],
    [
      'through the night in which an hour comes twice',
      '2026-10-24T22:00:00Z',
      'Europe/Berlin',
      '21:00',
      '08:00',
      '2026-10-25T07:00:00.000Z',
    ],
    [
      'an end that the clock skips',
      '2026-03-28T23:00:00Z',
      'Europe/Berlin',
      '21:00',
      '02:30',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'an end that has been, the second time round',
      '2026-10-25T01:15:00Z',
      'Europe/Berlin',
      '21:00',
      '02:30',
      '2026-10-25T01:30:00.000Z',
    ],
    [
      'an end within the half hour that Lord Howe has twice',
      '2026-04-04T15:10:00Z',
      'Australia/Lord_Howe',
      '21:00',
      '01:50',
      '2026-04-04T15:20:00.000Z',
    ],
  ])('quiet hours: %s', async (_what, at, zone, start, end, until) => {
    const found = await value<Date | null>('quiet_until($1, $2, $3, $4)', [at, zone, start, end]);
    expect(found?.toISOString() ?? null).toBe(until);
  });
});

it.each([
  ['Europe/Berlin', '2026-10-24T22:00:00Z'],
  ['Europe/Berlin', '2026-03-28T22:00:00Z'],
  ['America/New_York', '2026-11-01T03:00:00Z'],
  ['America/New_York', '2026-03-08T04:00:00Z'],
  ['Australia/Lord_Howe', '2026-04-04T12:00:00Z'],
  ['Australia/Lord_Howe', '2026-10-03T12:00:00Z'],
  ['Africa/Cairo', '2026-10-29T18:00:00Z'],
  ['Africa/Cairo', '2026-04-23T19:00:00Z'],
  ['Antarctica/Troll', '2026-10-24T22:00:00Z'],
  ['America/Santiago', '2026-04-05T00:00:00Z'],
])(
  'quiet hours of %s around %s end when its clock first shows their end or, where it skips that, a later time',
  async (zone, from) => {
    const { rows } = await database.pool.query(
      `select to_char(m.at, 'HH24:MI') as at, e.quiet_end, q.until, q.until > m.at as "isLater",
       not is_quiet_time((q.until at time zone $2)::time, '20:00', e.quiet_end) as "isOver",
       (select count(*)::int from generate_series(m.at, q.until - interval '1 minute', '5 minutes') as b (at)
        where not is_quiet_time((b.at at time zone $2)::time, '20:00', e.quiet_end)) as loud,
       exists (select from generate_series($1::timestamptz, $1::timestamptz + interval '9 hours', '5 minutes') as c (at)
        where (c.at at time zone $2)::time = e.quiet_end) as "isShown"
     from generate_series($1::timestamptz, $1::timestamptz + interval '6 hours', '5 minutes') as m (at)
     cross join (values ('23:30'::time), ('23:45'), ('00:30'), ('01:15'), ('01:40'), ('02:00'), ('02:30'), ('02:55'), ('03:00')) as e (quiet_end)
     cross join lateral (select quiet_until(m.at, $2, '20:00', e.quiet_end) as until) as q
     where q.until is not null`,
      [from, zone],
    );
    expect(rows.length).toBeGreaterThan(50);
    for (const row of rows) {
      expect([row.isLater, row.isOver], JSON.stringify(row)).toEqual([true, true]);
      if (row.isShown) expect(row.loud, JSON.stringify(row)).toBe(0);
    }
  },
);

it('states, reasons and the text for a reader match the TypeScript rules', async () => {
  const valuesOf = (type: string) => value<string[]>(`array(select unnest(enum_range(null::${type}))::text)`);
  expect(await valuesOf('notification_state')).toEqual([...NOTIFICATION_STATES]);
  expect(await valuesOf('delivery_state')).toEqual([...DELIVERY_STATES]);
  expect(await valuesOf('delivery_reason')).toEqual([...DELIVERY_REASONS]);
  const texts = { 'en-US': 'en', 'de-DE': 'de', 'de-AT': 'at', fr: 'fr' };
  for (const locale of ['de-DE', 'de-CH', 'fr-CA', 'ar-EG', 'en-GB', 'de']) {
    expect([locale, await value('localized_text($1, $2)', [texts, locale])]).toEqual([locale, textIn(texts, locale)]);
  }
});

describe('transitions', () => {
  const into = async (pool: TestDatabase['pool'], from: string, to: string): Promise<boolean> => {
    const start = new Date(Date.now() + 3_600_000);
    const id = await insertNotification(database.ownerPool, {
      state: from as 'DRAFT',
      ...(from === 'DRAFT' ? {} : { starts_at: start }),
    });
    try {
      await pool.query(
        `update notification set state = $2::notification_state, state_reason = 'test', version = version + 1,
           scheduled_at = case when $2 = 'DRAFT' then null else coalesce(scheduled_at, now()) end,
           starts_at = case when $2 = 'DRAFT' then null else coalesce(starts_at, now()) end where id = $1`,
        [id, to],
      );
      return true;
    } catch (error) {
      expect((error as { code?: string }).code).toMatch(/^(BC001|23514)$/);
      return false;
    }
  };

  it('of the application are exactly those allowed to staff', async () => {
    const staff = pairsOf(Object.values(NOTIFICATION_MACHINE.actions));
    for (const from of NOTIFICATION_STATES) {
      for (const to of NOTIFICATION_STATES.filter((state) => state !== from)) {
        const isOpen = staff.some(([before, after]) => before === from && after === to);
        expect([from, to, await into(database.pool, from, to)]).toEqual([from, to, isOpen]);
      }
    }
  });

  it('of the product happen one by one, and only when due', async () => {
    const step = (id: string, to: string) =>
      value<boolean>('notification_set_state($1, $2, $3)', [id, to, to === 'SENT' ? null : 'test']);
    const early = await insertNotification(database.ownerPool, {
      state: 'SCHEDULED',
      starts_at: new Date(Date.now() + 60_000),
    });
    expect(await step(early, 'PREPARING')).toBe(false);
    const due = await insertNotification(database.ownerPool, { state: 'SCHEDULED' });
    for (const [to, isOpen] of [
      ['SENDING', false],
      ['PREPARING', true],
      ['PREPARING', false],
      ['SENT', false],
      ['SENDING', true],
      ['PAUSED', true],
      ['SENT', false],
      ['FAILED', true],
      ['SENDING', false],
    ] as const) {
      expect([to, await step(due, to)]).toEqual([to, isOpen]);
    }
    const { rows } = await database.pool.query(
      'select state, version, state_changed_by, created_on::text from notification where id = $1',
      [due],
    );
    expect(rows[0]).toMatchObject({
      state: 'FAILED',
      version: 5,
      state_changed_by: null,
      created_on: new Date().toISOString().slice(0, 10),
    });
  });

  it('back to draft are possible until a minute before the start, or until an immediate notification starts', async () => {
    const at = '2026-11-30T12:00:00Z';
    const undoable = (mode: string, startsAt: string) =>
      value<boolean>('notification_is_undoable($1, $2, $3)', [mode, startsAt, at]);
    expect(await undoable('AT_INSTANT', '2026-11-30T12:01:00Z')).toBe(false);
    expect(await undoable('AT_INSTANT', '2026-11-30T12:01:01Z')).toBe(true);
    expect(await undoable('NOW', '2026-11-30T12:00:01Z')).toBe(true);
    expect(await undoable('NOW', '2026-11-30T12:00:00Z')).toBe(false);
  });

  it('fix content, audience and time when scheduled', async () => {
    const id = await insertNotification(database.ownerPool, { state: 'SCHEDULED' });
    for (const change of [
      `title_i18n = '{"en-US":"x"}'`,
      `country_codes = '{DE}'`,
      `not_after = now()`,
      'ttl_seconds = 1',
    ]) {
      await expect(database.pool.query(`update notification set ${change} where id = $1`, [id])).rejects.toMatchObject({
        code: 'BC003',
      });
    }
  });
});

describe('deliveries', () => {
  it('are canceled with their notification: readers see it immediately, rows follow 10,000 at a time [notifications 8]', async () => {
    const id = await insertNotification(database.ownerPool, { state: 'SENDING' });
    await insertDeliveries(database.ownerPool, id, 'PENDING', ids(1, 10));
    await insertDeliveries(database.ownerPool, id, 'DEFERRED', ids(11, 12), 'QUIET_HOURS');
    await insertDeliveries(database.ownerPool, id, 'SENDING', ids(13, 14));
    await insertDeliveries(database.ownerPool, id, 'SENT', ids(15, 20));
    await database.pool.query(
      `update notification set state = 'CANCELED', state_reason = 'test', version = version + 1 where id = $1`,
      [id],
    );
    const { rows } = await database.pool.query(
      `select state, reason, count(*)::int as n from notification_delivery where notification_id = $1 group by 1, 2 order by 1`,
      [id],
    );
    expect(rows).toEqual([
      { state: 'SENDING', reason: null, n: 2 },
      { state: 'SENT', reason: null, n: 6 },
      { state: 'CANCELED', reason: 'CANCELED_BY_STAFF', n: 12 },
    ]);
    const counted = await database.pool.query(
      'select n.canceled, c.deliveries from notification n join notification_reason_count c on c.notification_id = n.id where n.id = $1',
      [id],
    );
    expect(counted.rows).toEqual([{ canceled: 12, deliveries: 12 }]);
    // A row that a running batch has released since is read as canceled, and updated later.
    await insertDeliveries(database.ownerPool, id, 'PENDING', ids(21, 23));
    expect(
      await value(
        `(select array_agg(distinct delivery_state_shown('CANCELED', d.state)) from notification_delivery d
      where d.notification_id = $1 and d.state = 'PENDING')::text[]`,
        [id],
      ),
    ).toEqual(['CANCELED']);
    expect(await value('notification_sweep_batch(2)')).toBe(2);
    expect(await value('notification_sweep_batch(2)')).toBe(1);
    expect(await value('notification_sweep_batch(2)')).toBe(0);
    expect(await value('(select canceled from notification where id = $1)', [id])).toBe(15);
  });

  it('and counters are read-only for the application', async () => {
    const id = await insertNotification(database.ownerPool, { state: 'SENDING' });
    for (const text of [
      `insert into notification_delivery (created_on, notification_id, account_id, not_before) values (current_date, '${id}', '${accountId(1)}', now())`,
      'update notification_delivery set attempts = 0',
      'delete from notification_delivery',
      `update notification set sent = 0 where id = '${id}'`,
      `update notification set created_on = '2020-01-01' where id = '${id}'`,
      `delete from notification where id = '${id}'`,
      `update push_frequency set sent_at = '{}'`,
      `insert into notification (topic_id, title_i18n, body_i18n, send_mode, timezone, state) values ('${TOPICS.offers}', '{"en-US":"a"}', '{"en-US":"a"}', 'NOW', 'UTC', 'SENT')`,
    ]) {
      await expect(database.pool.query(text), text).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('are in the partition of their notification’s month; partitions are created ahead, and dropped after twelve months at the earliest', async () => {
    expect(await value(`ensure_notification_partitions('2031-11-15', 3)`)).toBe(3);
    expect(await value(`ensure_notification_partitions('2031-11-15', 3)`)).toBe(0);
    const id = await insertNotification(database.ownerPool, { state: 'SENT', created_on: '2031-12-31' });
    await insertDeliveries(database.ownerPool, id, 'SENT', ids(1, 2));
    const { rows } = await database.ownerPool.query(
      'select distinct tableoid::regclass::text as name from notification_delivery where notification_id = $1',
      [id],
    );
    expect(rows).toEqual([{ name: 'notification_delivery_2031_12' }]);
    await expect(value('drop_notification_partitions(current_date)')).rejects.toMatchObject({ code: 'BC002' });
    await value(`ensure_notification_partitions('2019-11-15', 2)`);
    expect(await value(`drop_notification_partitions('2020-01-01')`)).toBe(2);
  });
});

describe('a topic', () => {
  it('cannot be archived while a notification uses it', async () => {
    const { rows } = await database.ownerPool.query(
      `insert into topic (category_id, code, name_i18n, description_i18n, kind, position)
       select category_id, 'kept', name_i18n, description_i18n, kind, 9 from topic where id = $1 returning id`,
      [TOPICS.offers],
    );
    const id = await insertNotification(database.ownerPool, { state: 'SENDING', topic_id: rows[0].id });
    const archive = () => database.pool.query('update topic set archived_at = now() where id = $1', [rows[0].id]);
    await expect(archive()).rejects.toMatchObject({ code: 'BC004' });
    await value('notification_set_state($1, $2)', [id, 'SENT']);
    await archive();
  });
});

describe('the audience', () => {
  it('is each active account with the topic, consent and matching filters, once [notifications 6]', async () => {
    await subscribe(database.ownerPool, TOPICS.offers, ids(1, 30));
    await subscribe(database.ownerPool, TOPICS.offers, ids(2, 4), false);
    const audience = async (kind: string, more: { countries?: string[]; days?: number; after?: string } = {}) =>
      (
        await database.pool.query(
          `select account_id from notification_audience($1, $2, $3, '{}', null, $4, null, null, null, $5, 1000) order by account_id`,
          [
            TOPICS.offers,
            kind,
            more.countries ?? [],
            more.days ?? null,
            more.after ?? '00000000-0000-0000-0000-000000000000',
          ],
        )
      ).rows.map(({ account_id }) => Number.parseInt(String(account_id).slice(-12), 16));
    const all = Array.from({ length: ACCOUNTS }, (_, n) => n + 1);
    const active = all.filter((n) => n % 5 !== 0 && !(n >= 2 && n <= 4));
    expect(await audience('MARKETING')).toEqual(active.filter((n) => n <= 30 && n % 2 === 0));
    expect(await audience('SERVICE')).toEqual(active);
    expect(await audience('MARKETING', { countries: ['US'] })).toEqual(active.filter((n) => n <= 30 && n % 6 === 0));
    expect(await audience('MARKETING', { after: accountId(20) })).toEqual(
      active.filter((n) => n > 20 && n <= 30 && n % 2 === 0),
    );
    expect(await audience('MARKETING', { days: 1 })).toEqual([]);
    const page = await database.pool.query(
      `select account_id from notification_audience($1, 'SERVICE', '{}', '{}', null, null, null, null, null, $2, 3)`,
      [TOPICS.offers, accountId(0)],
    );
    expect(page.rows.map(({ account_id }) => account_id)).toEqual(active.slice(0, 3).map(accountId));
  });

  it('of a resend is each failed device that was not reached since', async () => {
    const source = await insertNotification(database.ownerPool, { state: 'SENT' });
    await insertDeliveries(database.ownerPool, source, 'FAILED', ids(6, 12), 'PROVIDER_UNAVAILABLE');
    await insertDeliveries(database.ownerPool, source, 'SENT', ids(14, 16));
    const again = async () =>
      (
        await database.pool.query(
          `select account_id from notification_audience($1, 'MARKETING', '{}', '{}', null, null, null, null, $2, $3, 1000) order by 1`,
          [TOPICS.offers, source, accountId(0)],
        )
      ).rows.map(({ account_id }) => account_id);
    expect(await again()).toEqual([6, 8, 12].map(accountId));
    const first = await insertNotification(database.ownerPool, {
      state: 'CANCELED',
      resend_of: source,
      created_on: new Date().toISOString().slice(0, 10),
    });
    await insertDeliveries(database.ownerPool, first, 'OPENED', [accountId(8)]);
    expect(await again()).toEqual([6, 12].map(accountId));
    await insertNotification(database.ownerPool, { resend_of: source });
    await expect(insertNotification(database.ownerPool, { resend_of: source })).rejects.toMatchObject({
      constraint: 'notification_one_resend',
    });
  });
});
