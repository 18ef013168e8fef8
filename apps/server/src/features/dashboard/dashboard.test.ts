import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryPresence } from '../../embedded/realtime/memory-presence.ts';
import type { PresenceStore } from '../../ports/realtime.ts';
import { AREAS, accountId, insertAccounts, insertReferenceData } from '../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { insertNotification } from '../../testing/test-notifications.ts';
import { insertStores, storeId } from '../../testing/test-stores.ts';
import { insertTopicsAndBadges } from '../../testing/test-topics-badges.ts';

const NOW = new Date('2026-03-20T12:00:00.000Z');
const DAY_MS = 86_400_000;
const ACCOUNTS = 40;
const NOBODY = '01900000-0000-7000-8000-0000000000ff';
const DAYS = `from to previousFrom previousTo timezone asOf isComplete ignoresFilters`;
const EVENT_SOURCES = ['accounts', 'points', 'redemptions', 'giveaways'];

const presence = new MemoryPresence(() => NOW.getTime());
let realtime: PresenceStore = presence;
const forwarding = new Proxy({} as PresenceStore, {
  get: (_target, name: keyof PresenceStore) => realtime[name].bind(realtime),
});

let test: TestApp;
let without: TestApp;
beforeAll(async () => {
  [test, without] = await Promise.all([createTestApp({ realtime: forwarding }), createTestApp()]);
  const { ownerPool } = test.database;
  await insertReferenceData(ownerPool);
  await insertTopicsAndBadges(ownerPool);
  await insertAccounts(ownerPool, ACCOUNTS);
  await insertStores(ownerPool, 10);
  test.now = NOW;
});
beforeEach(async () => {
  realtime = presence;
  test.now = NOW;
  await test.database.ownerPool.query(`
    delete from daily_metric; delete from daily_metric_source; delete from daily_metric_tail;
    update config_entry set value = '"UTC"' where key = 'reporting.time_zone'`);
});
afterAll(async () => {
  await presence.close();
  await Promise.all([test.close(), without.close()]);
});

/** Counts as the maintenance job does, at the instant of the test. */
async function count(): Promise<void> {
  for (const source of EVENT_SOURCES)
    await test.database.pool.query('select advance_daily_metrics($1, 1000, $2)', [source, test.now]);
  for (const [source, recent, history] of [
    ['active_accounts', 0, 0],
    ['stores', 1, 800],
    ['notifications', 30, 800],
  ])
    await test.database.pool.query(`select recount_daily_metrics($1, $2, $3, interval '0', $4)`, [
      source,
      recent,
      history,
      test.now,
    ]);
}

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers freely
async function ask(query: string, variables: Record<string, unknown> = {}, token = 'admin'): Promise<any> {
  const { body } = await test.send(query, variables, { token });
  return body.errors?.[0]?.extensions ?? Object.values(body.data)[0];
}
const tile = (name: string, fields: string, filter: Record<string, unknown> = {}, token?: string) =>
  ask(`query Tile($filter: DashboardFilter) { ${name}(filter: $filter) { ${fields} } }`, { filter }, token);
const listCount = async (list: string, filterType: string, filter: Record<string, unknown>): Promise<number> =>
  (await ask(`query L($filter: ${filterType}) { ${list}(first: 1, filter: $filter) { count { value } } }`, { filter }))
    .count.value;
const at = (day: string, hours = 12) => new Date(Date.parse(day) + hours * 3_600_000).toISOString();

describe('the period of a tile', () => {
  it('is the last 30 days of the reporting zone, compared with the 30 days before', async () => {
    expect(await tile('dashboardPoints', DAYS)).toEqual({
      from: '2026-02-19',
      to: '2026-03-20',
      previousFrom: '2026-01-20',
      previousTo: '2026-02-18',
      timezone: 'UTC',
      asOf: null,
      isComplete: false,
      ignoresFilters: [],
    });
    await count();
    await test.database.ownerPool.query(
      `update config_entry set value = '"Pacific/Kiritimati"' where key = 'reporting.time_zone'`,
    );
    // It is already tomorrow there, and nothing has been counted for those days.
    expect(await tile('dashboardPoints', DAYS)).toMatchObject({
      ...{ from: '2026-02-20', to: '2026-03-21', timezone: 'Pacific/Kiritimati', isComplete: false },
      asOf: NOW.toISOString(),
    });
    await count();
    expect(await tile('dashboardPoints', DAYS)).toMatchObject({ timezone: 'Pacific/Kiritimati', isComplete: true });
  });

  it('can be any year', async () => {
    const days = async (filter: object) => {
      const { from, to, previousFrom, previousTo, details } = await tile('dashboardStores', DAYS, { ...filter });
      return details ? details.fields : [from, to, previousFrom, previousTo];
    };
    expect(await days({ days: 7 })).toEqual(['2026-03-14', '2026-03-20', '2026-03-07', '2026-03-13']);
    expect(await days({ from: '2026-02-01', to: '2026-02-28' })).toEqual([
      '2026-02-01',
      '2026-02-28',
      '2026-01-04',
      '2026-01-31',
    ]);
    expect(await days({ from: '2026-03-20', to: '2026-04-30' })).toEqual([
      '2026-03-20',
      '2026-03-20',
      '2026-03-19',
      '2026-03-19',
    ]);
    expect(await days({ to: '2024-02-29', days: 366 })).toEqual([
      '2023-03-01',
      '2024-02-29',
      '2022-02-28',
      '2023-02-28',
    ]);
    expect(await days({ from: '2026-03-21' })).toEqual({ from: [{ rule: 'invalid' }] });
    expect(await days({ from: '2026-03-10', to: '2026-03-09' })).toEqual({ from: [{ rule: 'invalid' }] });
    expect(await days({ from: '2025-03-01', to: '2026-03-02' })).toEqual({ from: [{ rule: 'invalid' }] });
    expect(await days({ days: 367 })).toEqual({ days: [{ rule: 'invalid' }] });
    expect(await days({ days: 0 })).toEqual({ days: [{ rule: 'invalid' }] });
    expect(await days({ countries: Array.from({ length: 101 }, () => 'DE') })).toEqual({
      countries: [{ rule: 'invalid' }],
    });
  });
});

describe('the tile', () => {
  it('of accounts has the same count as the list, for every place', async () => {
    await count();
    const places: [Record<string, unknown>, Record<string, unknown>][] = [
      [{}, {}],
      [{ countries: ['DE'] }, { country: { in: ['DE'] } }],
      [{ countries: ['US', 'DE'] }, { country: { in: ['US', 'DE'] } }],
      [{ areas: [AREAS.texas] }, { area: { in: [AREAS.texas] } }],
      [
        { countries: ['DE'], areas: [AREAS.texas] },
        { country: { in: ['DE'] }, area: { in: [AREAS.texas] } },
      ],
      [{ areas: [NOBODY] }, { area: { in: [NOBODY] } }],
    ];
    for (const [filter, listFilter] of places) {
      const accounts = await tile('dashboardAccounts', 'total { value } created { value }', {
        ...filter,
        from: '2026-01-01',
      });
      const there = await listCount('accounts', 'AccountFilter', listFilter);
      expect(accounts, JSON.stringify(filter)).toEqual({ total: { value: there }, created: { value: there } });
    }
    expect((await tile('dashboardAccounts', 'total { value }', { areas: ['no id'] })).total.value).toBe(0);
  });

  it('of accounts has the number at the end of each day', async () => {
    const { rows } = await test.database.ownerPool.query<{ id: string }>(
      `insert into account (country_code, locale, timezone, created_at) values
         ('DE', 'de-DE', 'UTC', '2026-03-18T10:00:00Z'), ('US', 'de-DE', 'UTC', '2026-03-19T23:59:59Z'), ('DE', 'de-DE', 'UTC', '2026-03-20T00:00:00Z')
       returning id`,
    );
    await count();
    const fields = 'total { value previous } created { value previous } days { day value } createdDays { value }';
    expect(await tile('dashboardAccounts', fields, { days: 3 })).toEqual({
      total: { value: ACCOUNTS + 3, previous: ACCOUNTS },
      created: { value: 3, previous: 0 },
      days: [
        { day: '2026-03-18', value: ACCOUNTS + 1 },
        { day: '2026-03-19', value: ACCOUNTS + 2 },
        { day: '2026-03-20', value: ACCOUNTS + 3 },
      ],
      createdDays: [{ value: 1 }, { value: 1 }, { value: 1 }],
    });
    expect(
      await tile('dashboardAccounts', 'total { value previous }', { from: '2026-03-18', to: '2026-03-18' }),
    ).toEqual({
      total: { value: ACCOUNTS + 1, previous: ACCOUNTS },
    });
    await test.database.ownerPool.query('delete from account where id = any($1)', [rows.map(({ id }) => id)]);
  });

  it('of accounts seen within a week has only the days on which they were counted', async () => {
    await test.database.ownerPool.query(
      `update account set last_seen_at = case when public_no % 2 = 0 then $1::timestamptz end`,
      [at('2026-03-15')],
    );
    await count();
    test.now = new Date(NOW.getTime() + DAY_MS);
    await test.database.ownerPool.query('update account set last_seen_at = $2 where id = $1', [
      accountId(2),
      at('2026-03-21', 1),
    ]);
    await count();
    const active = await tile('dashboardActiveAccounts', 'active { value previous } countKind days { day value }', {
      days: 7,
    });
    const { n } = (
      await test.database.ownerPool.query('select count(*) as n from account where last_seen_at is not null')
    ).rows[0];
    expect(active).toEqual({
      active: { value: n, previous: null },
      countKind: 'ESTIMATE',
      days: [
        { day: '2026-03-20', value: expect.any(Number) },
        { day: '2026-03-21', value: n },
      ],
    });
    expect(await listCount('accounts', 'AccountFilter', { lastSeen: { from: at('2026-03-14') } })).toBe(n);
    const german = await tile('dashboardActiveAccounts', 'active { value }', { countries: ['DE'] });
    const american = await tile('dashboardActiveAccounts', 'active { value }', { countries: ['US'] });
    expect(german.active.value + american.active.value).toBe(n);
    expect((await tile('dashboardActiveAccounts', 'active { value }', { to: '2026-03-01' })).active).toBeNull();
  });

  it('of stores has the same count as the list, and considers when stores opened and closed', async () => {
    const { ownerPool } = test.database;
    await ownerPool.query(`update store set state_changed_at = '2026-01-01'`);
    await ownerPool.query(`update store set opened_on = '2026-03-05' where id = $1`, [storeId(1)]);
    await ownerPool.query(`update store set state = 'CLOSED', state_reason = 'test', closed_at = $2 where id = $1`, [
      storeId(2),
      at('2026-03-10'),
    ]);
    await count();
    const stores = await tile('dashboardStores', 'active { value previous } opened { value } days { day value }');
    const active = await listCount('stores', 'StoreFilter', { state: { in: ['ACTIVE'] } });
    expect(stores.active).toEqual({ value: active, previous: active });
    expect(stores.opened.value).toBe(1);
    const on = Object.fromEntries(stores.days.map(({ day, value }: { day: string; value: number }) => [day, value]));
    expect([on['2026-03-04'], on['2026-03-05'], on['2026-03-09'], on['2026-03-10']]).toEqual([
      active,
      active + 1,
      active + 1,
      active,
    ]);
    for (const [filter, listFilter] of [
      [{ countries: ['US'] }, { country: { in: ['US'] } }],
      [{ areas: [AREAS.bavaria] }, { area: { in: [AREAS.bavaria] } }],
    ] as const) {
      const there = await listCount('stores', 'StoreFilter', { state: { in: ['ACTIVE'] }, ...listFilter });
      expect((await tile('dashboardStores', 'active { value }', filter)).active.value).toBe(there);
    }
  });

  it('of notifications shows the results of those of the period, wherever they were sent', async () => {
    const figures = { recipients: 100, sent: 90, received: 80, opened: 20, failed: 6, skipped: 4 };
    const { ownerPool } = test.database;
    const sent = { state: 'SENT' as const, created_on: '2026-03-01', completed_at: at('2026-03-19'), ...figures };
    await insertNotification(ownerPool, { ...sent, scheduled_at: at('2026-03-18'), starts_at: at('2026-03-19') });
    await insertNotification(ownerPool, {
      ...sent,
      scheduled_at: at('2026-03-12'),
      starts_at: at('2026-03-13'),
      sent: 85,
    });
    await insertNotification(ownerPool, {
      state: 'SCHEDULED',
      scheduled_at: at('2026-03-18'),
      starts_at: at('2026-03-19'),
    });
    await count();
    const fields = `notifications { value previous } recipients { value } sent { value previous } received { value } opened { value }
      failed { value } skipped { value } ignoresFilters days { day sent opened }`;
    const funnel = await tile('dashboardNotifications', fields, { days: 7, countries: ['DE'] });
    expect(funnel).toMatchObject({
      ...{ notifications: { value: 1, previous: 1 }, recipients: { value: 100 }, sent: { value: 90, previous: 85 } },
      ...{ received: { value: 80 }, opened: { value: 20 }, failed: { value: 6 }, skipped: { value: 4 } },
      ignoresFilters: ['COUNTRY'],
    });
    expect(funnel.days).toHaveLength(7);
    expect(funnel.days[5]).toEqual({ day: '2026-03-19', sent: 90, opened: 20 });
    const scheduled = { from: '2026-03-14T00:00:00Z', to: '2026-03-21T00:00:00Z' };
    const state = { in: ['PREPARING', 'SENDING', 'PAUSED', 'SENT', 'FAILED'] };
    expect(await listCount('notifications', 'NotificationFilter', { scheduled, state })).toBe(1);
  });

  it('of online people names the busiest stores of the requested places', async () => {
    const enter = (store: string | null, ...ids: string[]) =>
      presence.touch(ids.map((id) => ({ firebaseId: id, storeSid: store, connectionId: id })));
    await enter('ST00001', 'a', 'b', 'c');
    await enter('ST00003', 'd', 'e', 'f', 'g');
    await enter('ST00004', 'h');
    await enter('NOSTORE1', 'i');
    await enter(null, 'j');
    const fields = 'isAvailable online inStores storeCount ignoresFilters stores { sid name countryCode online }';
    const all = await tile('dashboardOnlineStores', fields, { days: 7 });
    expect(all).toMatchObject({
      isAvailable: true,
      online: 10,
      inStores: 8,
      storeCount: 3,
      ignoresFilters: ['PERIOD'],
    });
    expect(all.stores.map(({ sid, online }: { sid: string; online: number }) => `${sid} ${online}`)).toEqual([
      'ST00003 4',
      'ST00001 3',
      'ST00004 1',
    ]);
    expect(await tile('dashboardOnlineStores', fields, { countries: ['DE'] })).toMatchObject({
      online: 10,
      inStores: 4,
      storeCount: 2,
      ignoresFilters: [],
    });
    const first = await ask('{ dashboardOnlineStores(first: 1) { inStores stores { sid } } }');
    expect(first).toEqual({ inStores: 8, stores: [{ sid: 'ST00003' }] });
    expect((await ask('{ dashboardOnlineStores(first: 21) { inStores } }')).code).toBe('field.invalid');
    const { body } = await without.send(`{ dashboardOnlineStores { ${fields} } }`);
    expect(body.data.dashboardOnlineStores).toMatchObject({ isAvailable: false, online: null, stores: [] });
  });
});

it('a slow tile reports a timeout, its statement is canceled, and the others are answered', async () => {
  await count();
  const { ownerPool, pool } = test.database;
  await ownerPool.query(`alter table account_count rename to account_count_kept;
    create view account_count as select c.* from account_count_kept c, pg_sleep(20);
    grant select on account_count to public`);
  try {
    const [accounts, stores] = await Promise.all([
      tile('dashboardAccounts', 'total { value }'),
      tile('dashboardStores', 'active { value }'),
    ]);
    expect(accounts.code).toBe('query.timed-out');
    expect(stores.active.value).toBeGreaterThan(0);
    const { rows } = await pool.query(
      `select count(*) as n from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`,
    );
    expect(rows).toEqual([{ n: 0 }]);
  } finally {
    await ownerPool.query('drop view account_count; alter table account_count_kept rename to account_count');
  }
});
