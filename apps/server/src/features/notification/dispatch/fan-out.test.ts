import { CompiledQuery } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../db/transaction.ts';
import { type PushSandbox, startPushSandbox } from '../../../embedded/push/push-sandbox.ts';
import { createSandboxPush } from '../../../embedded/push/sandbox.push.ts';
import { fateOf, QUIET_RATES } from '../../../embedded/push/sandbox-rates.ts';
import { insertAccounts, insertReferenceData } from '../../../testing/test-accounts.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import {
  changeNotification,
  hurry,
  insertAudience,
  startNotification,
  untilNotification,
} from '../../../testing/test-fan-out.ts';
import { insertTopicsAndBadges } from '../../../testing/test-topics-badges.ts';
import { startTestWorker, type TestWorker, untilJob } from '../../../testing/test-worker.ts';
import { wakeFanOut } from './wake-fan-out.ts';

const ACCOUNTS = 2_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

let test: TestApp;
let sandbox: PushSandbox;
let worker: TestWorker | undefined;
beforeAll(async () => {
  test = await createTestApp();
  const pool = test.database.ownerPool;
  await insertReferenceData(pool);
  await insertTopicsAndBadges(pool);
  await insertAccounts(pool, ACCOUNTS);
}, 60_000);
afterAll(async () => test.close());
beforeEach(async () => {
  sandbox = await startPushSandbox({ remembers: true });
  await rowsOf(`delete from account_device; delete from account_topic_subscription; delete from push_frequency;
    delete from notification_delivery; delete from notification_reason_count; update push_pace set marketing_id = null;
    delete from notification_dispatch; delete from notification`);
  await rowsOf('delete from job; delete from graphile_worker._private_jobs');
  await hurry(test.database.ownerPool);
  await slowDown(8_000);
});
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await sandbox.end();
});

const rowsOf = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const push = () => createSandboxPush(async () => sandbox.url);
const work = (): TestWorker => {
  worker = startTestWorker(test, undefined, push());
  return worker;
};
const hasEnded = ({ state }: { state: string }): boolean => ['SENT', 'CANCELED', 'FAILED', 'PAUSED'].includes(state);
const deliveries = () =>
  rowsOf(
    'select state, reason, count(*)::int as n from notification_delivery group by state, reason order by state, reason',
  );

describe('a fan-out', () => {
  it('reaches each account of the audience once, and its figures match the rows', async () => {
    await insertAudience(test.database.ownerPool, ACCOUNTS);
    const id = await startNotification(test);
    work();
    const figures = await untilNotification(test, id, hasEnded);
    expect(figures).toMatchObject({ state: 'SENT', recipients: ACCOUNTS, sent: ACCOUNTS, failed: 0, skipped: 0 });
    expect(await deliveries()).toEqual([{ state: 'SENT', reason: null, n: ACCOUNTS }]);
    expect(sandbox.takes.size).toBe(ACCOUNTS);
    expect([...sandbox.takes.values()].every((times) => times === 1)).toBe(true);
    expect(await rowsOf('select count(*)::int as n, max(cardinality(sent_at)) as most from push_frequency')).toEqual([
      { n: ACCOUNTS, most: 1 },
    ]);
  });

  it('reaches only accounts last seen longer ago than the days it is narrowed to, as of now', async () => {
    const ids = await insertAudience(test.database.ownerPool, 4);
    const before = await rowsOf('select id, last_seen_at from account where id = any($1::uuid[])', [ids]);
    for (const [index, age] of ['31 days', '29 days', null, '90 days'].entries()) {
      await rowsOf('update account set last_seen_at = now() - $2::interval where id = $1', [ids[index], age]);
    }
    const id = await startNotification(test, { not_seen_within_days: 30 });
    work();
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', recipients: 2, sent: 2 });
    const reached = await rowsOf('select account_id as id from notification_delivery order by 1');
    expect(reached.map((row) => row.id)).toEqual([ids[0], ids[3]].sort());
    for (const row of before) {
      await rowsOf('update account set last_seen_at = $2 where id = $1', [row.id, row.last_seen_at]);
    }
  });

  it('reaches the members of a segment at its start', async () => {
    const ids = await insertAudience(test.database.ownerPool, 6);
    const before = await rowsOf('select id, last_seen_at from account where id = any($1::uuid[])', [ids]);
    await rowsOf('update account set last_seen_at = now() where id = any($1::uuid[])', [ids]);
    await rowsOf(`update account set last_seen_at = now() - interval '31 days' where id = any($1)`, [ids.slice(0, 2)]);
    const rule = { account: { lastSeen: { olderThanDays: 30 } } };
    const [segment] = await rowsOf('insert into segment (name, rule) values ($1, $2) returning id', ['Lapsed', rule]);
    const id = await startNotification(test, { segment_id: segment.id });
    // A process of an earlier version, which knows no segments, can't prepare it.
    const page = inTransaction(test.database.db, async (trx) => {
      await trx.executeQuery(CompiledQuery.raw('select notification_set_state($1, $2)', [id, 'PREPARING']));
      await trx.executeQuery(CompiledQuery.raw('select prepare_deliveries($1, $2, 10)', [id, BEFORE_ALL]));
    });
    await expect(page).rejects.toThrow('not fixed yet');
    work();
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', recipients: 2, sent: 2 });
    const reached = await rowsOf('select account_id as id from notification_delivery order by 1');
    expect(reached.map((row) => row.id)).toEqual(ids.slice(0, 2).sort());
    expect(await rowsOf('select * from notification_member')).toEqual([]);
    for (const row of before) {
      await rowsOf('update account set last_seen_at = $2 where id = $1', [row.id, row.last_seen_at]);
    }
  });

  it('fills placeholders with the values of each account, or the text for those without', async () => {
    const ids = await insertAudience(test.database.ownerPool, 2);
    const [named = '', nameless = ''] = ids;
    const before = await rowsOf('select id, display_name from account where id = any($1::uuid[])', [ids]);
    await rowsOf(`update account set display_name = 'Ruth {{points}} Damm' where id = $1`, [named]);
    await rowsOf('update account set display_name = null where id = $1', [nameless]);
    await rowsOf(`update account set locale = 'en-US' where id = any($1::uuid[])`, [ids]);
    const texts = {
      title_i18n: { 'en-US': 'Hi {{firstName|there}}' },
      body_i18n: { 'en-US': '{{points}} at {{store|us}}' },
    };
    const id = await startNotification(test, texts);
    const sent = new Map<string | undefined, string>();
    worker = startTestWorker(test, undefined, {
      send: async (messages) => {
        for (const { title, body, data } of messages) sent.set(data['accountId'], `${title}: ${body}`);
        return messages.map(({ token }) => ({ kind: 'accepted', messageId: token }));
      },
      check: async () => true,
      close: async () => undefined,
    });
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', sent: 2 });
    expect(sent.get(named)).toBe('Hi Ruth: 0 at us');
    expect(sent.get(nameless)).toBe('Hi there: 0 at us');
    for (const row of before) {
      await rowsOf('update account set display_name = $2 where id = $1', [row.id, row.display_name]);
    }
  });

  it('tries the next device if the newest is gone, and invalidates that one', async () => {
    const ids = await insertAudience(test.database.ownerPool, 300, 2);
    const rates = { ...QUIET_RATES, unregistered: 0.2, mismatch: 0.1 };
    sandbox.set(rates);
    const fates = ids.map((id) => ['token-1-', 'token-2-'].map((start) => fateOf(`${start}${id}`, rates)));
    const reached = fates.filter((pair) => pair.includes('accepted')).length;
    const tried = fates.flatMap(([newest, other]) => (newest === 'accepted' ? [newest] : [newest, other]));
    const id = await startNotification(test);
    work();
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ sent: reached, failed: 300 - reached });
    expect(reached).toBeLessThan(300);
    expect(
      await rowsOf(
        'select invalid_reason as reason, count(*)::int as n from account_device where invalidated_at is not null group by 1 order by 1',
      ),
    ).toEqual([
      { reason: 'UNREGISTERED', n: tried.filter((fate) => fate === 'unregistered').length },
      { reason: 'SENDER_MISMATCH', n: tried.filter((fate) => fate === 'mismatch').length },
    ]);
    expect(await deliveries()).toContainEqual({ state: 'FAILED', reason: 'TOKEN_INVALID', n: 300 - reached });
    // Unsent messages do not count against the cap.
    expect(await rowsOf('select count(*)::int as n from push_frequency')).toEqual([{ n: reached }]);
  });

  it('retries messages that the push service could not accept', async () => {
    const ids = await insertAudience(test.database.ownerPool, 60);
    const rates = { ...QUIET_RATES, unavailable: 0.3 };
    sandbox.set(rates);
    const asked = ids.filter((id) => fateOf(`token-1-${id}`, rates) === 'unavailable').length;
    const id = await startNotification(test);
    work();
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', sent: 60 });
    expect(
      await rowsOf('select attempts, count(*)::int as n from notification_delivery group by 1 order by 1'),
    ).toEqual([
      { attempts: 1, n: 60 - asked },
      { attempts: 2, n: asked },
    ]);
  });

  it('fails if most of the first 1,000 are rejected', async () => {
    await insertAudience(test.database.ownerPool, ACCOUNTS);
    sandbox.set({ invalid: 0.7, latencyMs: 30 });
    await slowDown(800);
    const id = await startNotification(test);
    work();
    const failed = await untilNotification(test, id, hasEnded);
    expect(failed).toMatchObject({ state: 'FAILED', reason: 'provider-rejects', recipients: ACCOUNTS });
    const [job] = await rowsOf('select id from job');
    await untilJob(test, job.id, 'FAILED');
    expect(await rowsOf('select error_code as code from job')).toEqual([{ code: 'push.rejected' }]);
    const ended = await deliveries();
    expect(ended).toContainEqual({ state: 'FAILED', reason: 'NOTIFICATION_FAILED', n: expect.any(Number) });
    expect(ended.find(({ state }) => state === 'PENDING')).toBeUndefined();
  }, 30_000);

  it.each(['CANCELED', 'PAUSED'] as const)(
    'that is %s sends no further batches',
    async (state) => {
      await insertAudience(test.database.ownerPool, ACCOUNTS);
      sandbox.set({ latencyMs: 100 });
      // Too slow to end before it is stopped.
      await slowDown(100);
      const id = await startNotification(test);
      work();
      await untilNotification(test, id, ({ sent }) => sent > 0);
      await changeNotification(test, id, state, 'a mistake');
      const answeredAt = (await rowsOf('select clock_timestamp() as at'))[0].at as Date;
      // Batches in flight end, and no other starts.
      await untilStill();
      const { length: late } = await rowsOf('select from notification_delivery where sent_at > $1', [answeredAt]);
      expect(late).toBe(0);
      const figures = await untilNotification(test, id, ({ sent }) => sent === sandbox.accepted);
      expect(figures.sent).toBeLessThan(ACCOUNTS);
      if (state === 'CANCELED') {
        const [job] = await rowsOf('select id from job');
        await untilJob(test, job.id, 'CANCELED');
        expect(await deliveries()).toEqual([
          { state: 'SENT', reason: null, n: figures.sent },
          { state: 'CANCELED', reason: 'CANCELED_BY_STAFF', n: ACCOUNTS - figures.sent },
        ]);
      } else {
        sandbox.set({ latencyMs: 0 });
        await slowDown(8_000);
        await hurry(test.database.ownerPool);
        await changeNotification(test, id, 'SENDING', null);
        expect(await untilNotification(test, id, ({ state: now }) => now === 'SENT')).toMatchObject({ sent: ACCOUNTS });
      }
      expect([...sandbox.takes.values()].every((times) => times === 1)).toBe(true);
    },
    30_000,
  );

  it.each(['SENT', 'CANCELED'] as const)(
    'reacts at once to the end of a pause, and does not resend messages in flight: %s',
    async (end) => {
      await insertAudience(test.database.ownerPool, 200);
      sandbox.set({ latencyMs: 500 });
      await slowDown(160);
      const id = await startNotification(test);
      work();
      await untilAsked();
      await changeNotification(test, id, 'PAUSED', 'a look first');
      await changeNotification(test, id, 'SENDING', null);
      if (end === 'CANCELED') await changeNotification(test, id, 'CANCELED', 'a mistake');
      else sandbox.set({ latencyMs: 0 });
      const [job] = await rowsOf('select id from job');
      await untilJob(test, job.id, end === 'SENT' ? 'SUCCEEDED' : 'CANCELED');
      const sent = (await deliveries()).find(({ state }) => state === 'SENT')?.n;
      expect(sent).toBe(sandbox.takes.size);
      expect([...sandbox.takes.values()].every((times) => times === 1)).toBe(true);
      expect(await rowsOf('select count(*)::int as n from job')).toEqual([{ n: 1 }]);
    },
    30_000,
  );

  it('waits for the end of the quiet hours without occupying a worker, and skips accounts that would be too late', async () => {
    const ids = await insertAudience(test.database.ownerPool, 20);
    const clock = (hours: number) => `"${new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16)}"`;
    await rowsOf(`update account set timezone = 'UTC'`);
    // After the snapshot, so that sending finds it.
    const id = await prepared();
    const [other] = [await prepared({ not_after: new Date(Date.now() + 3_600_000) })];
    await rowsOf(`update config_entry set value = $1 where key = 'push.quiet_start'`, [clock(-2)]);
    await rowsOf(`update config_entry set value = $1 where key = 'push.quiet_end'`, [clock(2)]);
    work();
    expect(await untilNotification(test, other, hasEnded)).toMatchObject({ state: 'SENT', skipped: ids.length });
    expect(await untilNotification(test, id, ({ deferred }) => deferred === ids.length)).toMatchObject({ sent: 0 });
    const jobOf = async () =>
      (
        await rowsOf(
          'select j.id, j.state from notification_dispatch d join job j on j.id = d.job_id where d.notification_id = $1',
          [id],
        )
      )[0];
    await untilJob(test, (await jobOf()).id, 'QUEUED');
    const [waits] = await rowsOf(
      `select min(not_before) - now() between interval '119 minutes' - interval '1 minute' and interval '136 minutes' as "isThen",
         (select q.run_at from graphile_worker.jobs q where q.key = $1) = min(not_before) as "isWoken" from notification_delivery where notification_id = $2`,
      [(await jobOf()).id, id],
    );
    expect(waits).toEqual({ isThen: true, isWoken: true });
    await hurry(test.database.ownerPool);
    await rowsOf('update notification_delivery set not_before = now() where notification_id = $1', [id]);
    await inTransaction(test.database.db, (trx) => wakeFanOut(trx, id));
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', sent: ids.length, deferred: 0 });
  }, 30_000);

  it('reaches everyone but an account whose zone this PostgreSQL lacks, which fails alone and can be sent to again', async () => {
    const { ownerPool } = test.database;
    const ids = await insertAudience(ownerPool, 65);
    await setUnknownZone(ids[7] ?? '', 'AET');
    for (const row of [{}, { send_mode: 'AT_LOCAL', send_local: '2026-01-05T18:00' }]) {
      const id = await startNotification(test, row);
      work();
      const figures = await untilNotification(test, id, hasEnded);
      expect(figures).toMatchObject({ state: 'SENT', recipients: 65, failed: 1 });
      expect(
        await rowsOf(
          `select account_id, reason from notification_delivery where notification_id = $1 and state = 'FAILED'`,
          [id],
        ),
      ).toEqual([{ account_id: ids[7], reason: 'NOT_PREPARED' }]);
      await worker?.stop();
    }
    const [first] = await rowsOf(`select id from notification where send_mode = 'NOW'`);
    await setUnknownZone(ids[7] ?? '', 'Europe/Berlin');
    const again = await startNotification(test, { resend_of: first.id });
    work();
    expect(await untilNotification(test, again, hasEnded)).toMatchObject({ state: 'SENT', recipients: 1, sent: 1 });
  }, 30_000);

  it('checks each account again before sending', async () => {
    const [suspended, unwilling, gone, without, old] = await insertAudience(test.database.ownerPool, 8);
    const id = await prepared();
    await rowsOf(`update account set state = 'SUSPENDED', state_reason = 'r' where id = $1`, [suspended]);
    await rowsOf(`update account set push_consent = false where id = $1`, [unwilling]);
    await rowsOf(`update account_topic_subscription set is_subscribed = false where account_id = $1`, [gone]);
    await rowsOf('delete from account_device where account_id = $1', [without]);
    await rowsOf(`update account_device set token_refreshed_at = now() - interval '61 days' where account_id = $1`, [
      old,
    ]);
    work();
    expect(await untilNotification(test, id, hasEnded)).toMatchObject({ state: 'SENT', sent: 3, skipped: 5 });
    const reasons = await rowsOf(
      'select reason, deliveries as n from notification_reason_count where notification_id = $1 order by 1',
      [id],
    );
    expect(reasons).toEqual([
      { reason: 'UNSUBSCRIBED', n: 1 },
      { reason: 'NO_CONSENT', n: 1 },
      { reason: 'NO_DEVICE', n: 2 },
      { reason: 'ACCOUNT_NOT_ACTIVE', n: 1 },
    ]);
  });
});

/** Inserts a notification with recorded recipients that no worker sends yet. */
async function prepared(row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = await startNotification(test, row);
  await rowsOf(`select prepare_deliveries($1, '00000000-0000-0000-0000-000000000000', 10000)`, [id]);
  await rowsOf(`select notification_set_state($1, 'SENDING')`, [id]);
  return id;
}

/** Sets a zone as a database has it that was moved to a PostgreSQL with older data. */
async function setUnknownZone(account: string, zone: string): Promise<void> {
  await rowsOf(`begin; set local session_replication_role = replica;
    update account set timezone = '${zone}' where id = '${account}'; commit`);
}

/** Limits the rate in messages per second; a batch is an eighth of it. */
async function slowDown(rate: number): Promise<void> {
  await rowsOf(`update config_entry set value = to_jsonb($1::int) where key = 'push.rate_per_second'`, [rate]);
}

/** Waits until a request to the push service is pending. */
async function untilAsked(): Promise<void> {
  while (sandbox.takes.size === 0) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** Waits until no delivery is with the push service. */
async function untilStill(): Promise<void> {
  for (;;) {
    const rows = await rowsOf(`select from notification_delivery where state = 'SENDING' limit 1`);
    if (rows.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
