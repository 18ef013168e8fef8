import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { hurry, insertAudience } from '../../../testing/test-fan-out.ts';
import { insertDeliveries, insertNotification } from '../../../testing/test-notifications.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';

const FIRST = '00000000-0000-0000-0000-000000000000';
const ACCOUNTS = 200;

let test: TestApp;
let ids: string[];
beforeAll(async () => {
  test = await createTestApp();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, ACCOUNTS);
  ids = await insertAudience(test.database.ownerPool, ACCOUNTS);
}, 60_000);
afterAll(async () => test.close());
beforeEach(async () => {
  // Not truncated, which is slow for a table with many partitions.
  await rowsOf(`delete from push_frequency; delete from notification_delivery; delete from notification_reason_count;
    update push_pace set marketing_id = null; delete from notification_dispatch; delete from notification`);
  await hurry(test.database.ownerPool);
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const setting = (key: string, value: string | number) =>
  rowsOf('update config_entry set value = $2 where key = $1', [key, JSON.stringify(value)]);

describe('the snapshot', () => {
  /** Zone, instant of sending, and instant of delivery there; null: at once. Quiet from 21:00 to 08:00. */
  it.each([
    ['Europe/Berlin', '2031-01-15T19:59:00Z', null],
    ['Europe/Berlin', '2031-01-15T20:00:00Z', '2031-01-16T07:00:00Z'],
    ['Europe/Berlin', '2031-01-15T23:30:00Z', '2031-01-16T07:00:00Z'],
    ['Europe/Berlin', '2031-01-16T06:59:00Z', '2031-01-16T07:00:00Z'],
    ['Europe/Berlin', '2031-01-16T07:00:00Z', null],
    // The clock change makes one night an hour shorter, and another an hour longer.
    ['Europe/Berlin', '2031-03-29T20:30:00Z', '2031-03-30T06:00:00Z'],
    ['Europe/Berlin', '2031-10-25T19:30:00Z', '2031-10-26T07:00:00Z'],
    ['America/New_York', '2031-03-09T02:30:00Z', '2031-03-09T12:00:00Z'],
    ['America/New_York', '2031-11-02T01:30:00Z', '2031-11-02T13:00:00Z'],
    ['Asia/Kolkata', '2031-06-01T16:00:00Z', '2031-06-02T02:30:00Z'],
    ['Australia/Lord_Howe', '2031-04-05T12:00:00Z', '2031-04-05T21:30:00Z'],
    ['Pacific/Kiritimati', '2031-06-01T06:59:00Z', null],
    ['Pacific/Kiritimati', '2031-06-01T07:00:00Z', '2031-06-01T18:00:00Z'],
    ['Pacific/Pago_Pago', '2031-06-01T08:00:00Z', '2031-06-01T19:00:00Z'],
    ['UTC', '2031-12-31T23:59:59Z', '2032-01-01T08:00:00Z'],
  ])('lets %s at %s wait until %s', async (timezone, at, until) => {
    await setting('push.quiet_start', '21:00');
    await setting('push.quiet_end', '08:00');
    await rowsOf('update account set timezone = $1 where id = $2', [timezone, ids[0]]);
    await rowsOf('update account_topic_subscription set is_subscribed = account_id = $1', [ids[0]]);
    try {
      const id = await insertNotification(test.database.ownerPool, {
        state: 'PREPARING',
        send_mode: 'AT_INSTANT',
        send_at: at,
        starts_at: at,
      });
      await rowsOf('select prepare_deliveries($1, $2, 10)', [id, FIRST]);
      const [delivery] = await rowsOf('select state, reason, not_before as at from notification_delivery');
      const lateS = (delivery.at.getTime() - Date.parse(until ?? at)) / 1_000;
      expect(delivery).toMatchObject(
        until === null ? { state: 'PENDING', reason: null } : { state: 'DEFERRED', reason: 'QUIET_HOURS' },
      );
      expect(lateS).toBeGreaterThanOrEqual(0);
      // Spread over 15 minutes to avoid a burst per zone.
      expect(lateS).toBeLessThanOrEqual(until === null ? 0 : 900);
    } finally {
      await rowsOf('update account_topic_subscription set is_subscribed = true');
    }
  });

  it('sends at one wall time in waves, and skips zones where that time had passed when scheduling', async () => {
    await rowsOf(`update account set timezone = 'UTC'`);
    const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Berlin', 'America/New_York'];
    for (const [index, zone] of zones.entries()) {
      await rowsOf('update account set timezone = $1 where id = $2', [zone, ids[index]]);
    }
    const id = await insertNotification(test.database.ownerPool, {
      state: 'PREPARING',
      send_mode: 'AT_LOCAL',
      send_local: '2031-06-01T12:00:00',
      scheduled_at: '2031-06-01T02:30:00Z',
      starts_at: '2031-06-01T03:00:00Z',
    });
    await rowsOf('select prepare_deliveries($1, $2, 1000)', [id, FIRST]);
    expect(
      await rowsOf(
        `select a.timezone, d.state, d.not_before as at from notification_delivery d join account a on a.id = d.account_id
         where d.account_id = any($1::uuid[]) order by d.account_id`,
        [ids.slice(0, 4)],
      ),
    ).toEqual([
      { timezone: zones[0], state: 'SKIPPED', at: new Date('2031-05-31T22:00:00Z') },
      { timezone: zones[1], state: 'PENDING', at: new Date('2031-06-01T03:00:00Z') },
      { timezone: zones[2], state: 'PENDING', at: new Date('2031-06-01T10:00:00Z') },
      { timezone: zones[3], state: 'PENDING', at: new Date('2031-06-01T16:00:00Z') },
    ]);
  });

  it('is written in pages, and not at all for an ended notification', async () => {
    const id = await insertNotification(test.database.ownerPool, { state: 'PREPARING' });
    let after = FIRST;
    let written = 0;
    for (let page = 0; page < 5; page += 1) {
      const [{ last, n }] = await rowsOf(
        'select last_account as last, prepared as n from prepare_deliveries($1, $2, 70)',
        [id, after],
      );
      written += n;
      after = last ?? after;
    }
    expect(written).toBe(ACCOUNTS);
    // A repeated page fails as a whole, so no account is recorded twice.
    await expect(rowsOf('select prepare_deliveries($1, $2, 70)', [id, FIRST])).rejects.toThrow('duplicate key');
    const ended = await insertNotification(test.database.ownerPool, { state: 'CANCELED' });
    expect(await rowsOf('select prepared from prepare_deliveries($1, $2, 70)', [ended, FIRST])).toEqual([
      { prepared: null },
    ]);
  });
});

describe('the frequency cap', () => {
  const sending = async (row: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const id = await insertNotification(test.database.ownerPool, { state: 'SENDING', ...row });
    await insertDeliveries(test.database.ownerPool, id, 'PENDING', ids);
    return id;
  };
  const claimAll = async (id: string): Promise<void> => {
    for (;;) {
      const { rows } = await test.database.pool.query<{ seen: number }>(
        'select seen from claim_deliveries($1, 40, $2, $3)',
        [id, new Date(0), FIRST],
      );
      if ((rows[0]?.seen ?? 0) === 0) return;
    }
  };

  it('holds while several notifications are sent at once', async () => {
    const notifications = await Promise.all(Array.from({ length: 5 }, () => sending()));
    await Promise.all(notifications.flatMap((id) => [claimAll(id), claimAll(id)]));
    expect(
      await rowsOf(
        `select min(n)::int as least, max(n)::int as most from (select count(*) filter (where state = 'SENDING') as n from notification_delivery group by account_id) as a`,
      ),
    ).toEqual([{ least: 3, most: 3 }]);
    expect(
      await rowsOf(`select reason, sum(deliveries)::int as n from notification_reason_count group by reason`),
    ).toEqual([{ reason: 'FREQUENCY_CAP', n: 2 * ACCOUNTS }]);
    expect(await rowsOf('select distinct cardinality(sent_at) as n from push_frequency')).toEqual([{ n: 3 }]);
  });

  it.each([
    ['three within a day', ['1 hour', '2 hours', '23 hours'], false],
    ['three, the first a day ago', ['1 hour', '2 hours', '25 hours'], true],
    [
      'ten within a week',
      ['30 hours', '2 days', '2 days', '3 days', '3 days', '4 days', '4 days', '5 days', '6 days', '167 hours'],
      false,
    ],
    [
      'ten, the first a week ago',
      ['30 hours', '2 days', '2 days', '3 days', '3 days', '4 days', '4 days', '5 days', '6 days', '169 hours'],
      true,
    ],
  ])('knows %s', async (_name, ages, isSent) => {
    await rowsOf(
      `insert into push_frequency select $1, array(select now() - a::interval from unnest($2::text[]) as a order by 1)`,
      [ids[0], ages],
    );
    const id = await sending();
    await claimAll(id);
    expect(await rowsOf('select state, reason from notification_delivery where account_id = $1', [ids[0]])).toEqual([
      isSent ? { state: 'SENDING', reason: null } : { state: 'SKIPPED', reason: 'FREQUENCY_CAP' },
    ]);
  });

  it('is ignored by a notification that overrides it, which still counts', async () => {
    for (let sent = 0; sent < 5; sent += 1) await claimAll(await sending({ ignore_frequency_cap: true }));
    expect(await rowsOf(`select count(*)::int as n from notification_delivery where state = 'SENDING'`)).toEqual([
      { n: 5 * ACCOUNTS },
    ]);
    const id = await sending();
    await claimAll(id);
    expect(await rowsOf('select distinct reason from notification_delivery where notification_id = $1', [id])).toEqual([
      { reason: 'FREQUENCY_CAP' },
    ]);
  });

  it('and quiet hours do not apply to service topics', async () => {
    await rowsOf(`update topic set kind = 'SERVICE' where code = 'offers'`);
    try {
      await setting('push.cap_per_day', 0);
      const clock = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
      await rowsOf(`update account set timezone = 'UTC'`);
      await setting('push.quiet_start', clock(-2));
      await setting('push.quiet_end', clock(2));
      await claimAll(await sending());
      expect(await rowsOf('select state, count(*)::int as n from notification_delivery group by 1')).toEqual([
        { state: 'SENDING', n: ACCOUNTS },
      ]);
      expect(await rowsOf('select count(*)::int as n from push_frequency')).toEqual([{ n: 0 }]);
    } finally {
      await setting('push.cap_per_day', 3);
      await rowsOf(`update topic set kind = 'MARKETING' where code = 'offers'`);
    }
  });

  it('is released for unsent messages of a lost worker, whose rows are claimed again', async () => {
    const id = await sending();
    await claimAll(id);
    await rowsOf('select release_deliveries($1, 1000)', [id]);
    expect(await rowsOf('select count(*)::int as n from push_frequency')).toEqual([{ n: 0 }]);
    expect(await rowsOf('select distinct state, attempts from notification_delivery')).toEqual([
      { state: 'PENDING', attempts: 0 },
    ]);
    // A lost worker that returns cannot settle rows of a newer claim.
    await rowsOf(`select settle_deliveries($1, '2026-01-01T00:00:00Z', $2, '[]')`, [
      id,
      JSON.stringify(ids.map((account) => ({ account, state: 'FAILED', reason: 'PROVIDER_REJECTED' }))),
    ]);
    expect(await rowsOf('select distinct state from notification_delivery')).toEqual([{ state: 'PENDING' }]);
  });
});

describe('the pace', () => {
  const take = async (id: string, wanted = 500, unused = 0) =>
    (await rowsOf('select granted, wait_ms as "waitMs" from take_push_tokens($1, $2, $3)', [id, wanted, unused]))[0];
  const rested = (seconds: number, busySeconds = 3_600) =>
    rowsOf(
      'update push_pace set tokens = 0, filled_at = now() - make_interval(secs => $1), busy_since = now() - make_interval(secs => $2)',
      [seconds, busySeconds],
    );

  it('grants as many as the rate allows, and returns the wait for more', async () => {
    await setting('push.rate_per_second', 1_000);
    const id = await insertNotification(test.database.ownerPool, { state: 'SENDING' });
    await rested(30);
    expect(await take(id)).toEqual({ granted: 500, waitMs: 0 });
    // At most half a second's worth accumulates: the next request must wait.
    const { granted, waitMs } = await take(id);
    expect(granted).toBe(0);
    expect(waitMs).toBeGreaterThan(0);
    expect(waitMs).toBeLessThanOrEqual(125);
    expect((await take(id, 500, 500)).granted).toBe(500);
  });

  it('grows over the first minute', async () => {
    await setting('push.rate_per_second', 1_000);
    const id = await insertNotification(test.database.ownerPool, { state: 'SENDING' });
    await rested(30, 0);
    // 10 % of the rate, of which half a second's worth accumulates.
    expect((await take(id)).granted).toBeGreaterThanOrEqual(50);
    await rested(30, 0);
    expect((await take(id)).granted).toBeLessThan(150);
    await rested(120, 3_600);
    expect((await take(id)).granted).toBeLessThan(150);
  });

  it('is the limit of the notification if it has one', async () => {
    const id = await insertNotification(test.database.ownerPool, { state: 'SENDING', throttle_per_minute: 600 });
    await rested(30);
    await take(id);
    await rowsOf(`update notification_dispatch set tokens = 0, filled_at = now() - interval '10 seconds'`);
    expect((await take(id)).granted).toBe(5);
    expect((await take(id)).granted).toBe(0);
  });

  it('is given to one marketing notification at a time, and to service ones concurrently', async () => {
    const [first, second] = [
      await insertNotification(test.database.ownerPool, { state: 'SENDING' }),
      await insertNotification(test.database.ownerPool, { state: 'SENDING' }),
    ];
    await rested(30);
    expect((await take(first, 10)).granted).toBe(10);
    expect(await take(second, 10)).toEqual({ granted: 0, waitMs: 1_000 });
    await rowsOf(`update topic set kind = 'SERVICE' where code = 'offers'`);
    expect((await take(second, 10)).granted).toBe(10);
    await rowsOf(`update topic set kind = 'MARKETING' where code = 'offers'`);
    await rowsOf('select end_push_turn($1)', [first]);
    expect((await take(second, 10)).granted).toBe(10);
  });

  it('and states can be written by the application only through functions', async () => {
    const id = await insertNotification(test.database.ownerPool, { state: 'SENDING' });
    await insertDeliveries(test.database.ownerPool, id, 'SENT', [accountId(1)]);
    for (const statement of [
      `update notification_delivery set state = 'PENDING'`,
      'delete from notification_delivery',
      'update push_frequency set sent_at = sent_at',
      'update notification_dispatch set sent = 0',
      'update push_pace set tokens = 0',
      'select add_delivery_counts($1)',
    ]) {
      const values = statement.includes('$1') ? [id] : [];
      await expect(test.database.pool.query(statement, values)).rejects.toThrow('permission denied');
    }
  });
});
