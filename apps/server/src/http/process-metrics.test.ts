import { request as httpRequest, METHODS, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError, JOB_KINDS, REDEMPTION_OUTCOMES } from '@backcounter/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { withPictures } from '../compose/push.ts';
import { BrowserLike } from '../embedded/identity/testing/browser-like.ts';
import { type IdentityServer, startIdentityServer } from '../embedded/identity/testing/identity-server.ts';
import { openCampaign, Till } from '../features/campaign/redemption/testing/till.ts';
import { notificationDesk } from '../features/notification/testing/notification-kit.ts';
import { defineJob } from '../jobs/job-definition.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { mailTask } from '../mail/mail-task.ts';
import { countFailedJob, noteQueue } from '../ports/event-counts.ts';
import type { MailOutcome } from '../ports/mail.ts';
import type { PushOutcome } from '../ports/push.ts';
import { seriesOf } from '../testing/prometheus-text.ts';
import { accountId, insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { createTestApp, quietPush, TEST_CONFIG, type TestApp } from '../testing/test-app.ts';
import { insertTopicsAndBadges } from '../testing/test-topics-badges.ts';
import { hurryAttempts, startTestWorker, untilJob } from '../testing/test-worker.ts';

const HOSTILE = 'x"} 1\nmade_up{a="';
let test: TestApp;
let identity: IdentityServer;
let pushed: PushOutcome;

beforeAll(async () => {
  const push = { ...quietPush, send: async (messages: readonly unknown[]) => messages.map(() => pushed) };
  test = await createTestApp({
    push: withPictures(push, TEST_CONFIG.publicUrl),
    replica: { isUsable: true, lagMs: 500 } as never,
    provenBackup: () => null,
  });
  identity = await startIdentityServer();
  await insertReferenceData(test.database.ownerPool);
  await insertTopicsAndBadges(test.database.ownerPool);
  await insertAccounts(test.database.ownerPool, 5);
});
beforeEach(() => noteQueue(null));
afterAll(async () => {
  await identity.stop();
  await test.close();
});

const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;
const scrape = async (): Promise<string> => (await test.app.inject('/metrics')).body;

async function metric(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number | undefined> {
  return seriesOf(await scrape()).find(
    (each) => each.name === name && Object.entries(labels).every(([key, value]) => each.labels[key] === value),
  )?.value;
}

/** How far the work raises a counter. */
async function raised(
  name: string,
  labels: Readonly<Record<string, string>>,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = (await metric(name, labels)) ?? 0;
  await work();
  return ((await metric(name, labels)) ?? 0) - before;
}

/** Errors of the attempts at a job, in order; then it succeeds. */
const errors: Error[] = [];
const job = defineJob({
  kind: 'account.bulk-change',
  params: z.record(z.string(), z.unknown()),
  permission: 'account.change-many',
  summarise: () => ({}),
  run: async () => {
    const error = errors.shift();
    if (error !== undefined) throw error;
  },
});

async function queueJob(reason = 'r'): Promise<string> {
  const { body } = await test.send(
    'mutation($reason: String!) { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: $reason }) { job { id } } }',
    { reason },
  );
  return body.data.startAccountBulk.job.id;
}

describe('events are counted', () => {
  beforeEach(() => query('truncate job cascade; truncate mail; truncate graphile_worker._private_jobs'));

  it.each([
    ['that has failed permanently', 'FAILED', 1, [new AppError('access.denied')]],
    ['not a failed attempt that a later one makes good', 'SUCCEEDED', 0, [new Error('in passing')]],
  ])('a job: %s', async (_title, state, count, given) => {
    errors.push(...given);
    const ended = async () => {
      const id = await queueJob();
      const worker = startTestWorker(test, [job]);
      const hurry = setInterval(() => void hurryAttempts(test.database.ownerPool), 50);
      await untilJob(test, id, state);
      clearInterval(hurry);
      await worker.stop();
    };
    expect(await raised('backcounter_job_failures_total', { kind: 'account.bulk-change' }, ended)).toBe(count);
  });

  it('a job whose worker was killed in its last attempt', async () => {
    const killed = async () => {
      const id = await queueJob();
      await query(`update graphile_worker._private_jobs set attempts = max_attempts`);
      const worker = startTestWorker(test, []);
      await untilJob(test, id, 'FAILED');
      await worker.stop();
    };
    expect(await raised('backcounter_job_failures_total', { kind: 'account.bulk-change' }, killed)).toBe(1);
  });

  it.each<MailOutcome>([{ kind: 'accepted' }, { kind: 'rejected', code: '550' }])('a mail: $kind', async (outcome) => {
    const sent = async () => {
      await queueMail(test.database.db, { kind: 'greeting', recipientSub: 'ada', language: 'en-US' });
      const action = { label: 'Open', url: 'http://localhost/' };
      const draft = { to: 'ada@office.example', subject: 'Hello', paragraphs: [], action, note: '' };
      const send = mailTask({
        db: test.database.db,
        port: { check: async () => true, send: async () => outcome },
        kinds: [{ name: 'greeting', compose: async () => draft }],
        publicUrl: TEST_CONFIG.publicUrl,
        logger: test.logger,
      });
      const worker = startTestWorker(test, [], undefined, null, null, { 'mail.send': send });
      await expect
        .poll(() => query('select ended_at from mail'), { timeout: 20_000 })
        .toEqual([{ ended_at: expect.any(Date) }]);
      await worker.stop();
    };
    expect(await raised('backcounter_mails_total', { outcome: outcome.kind }, sent)).toBe(1);
  });

  it.each<PushOutcome>([
    { kind: 'accepted', messageId: 'm' },
    { kind: 'rejected', reason: 'INVALID', code: 'INVALID_ARGUMENT' },
    { kind: 'unavailable', retryAfterMs: null, code: 'UNAVAILABLE' },
  ])('a message to a device: $kind', async (outcome) => {
    pushed = outcome;
    const marketing = notificationDesk(() => test, 'marketing');
    const [{ no }] = await query('select public_no::text as no from account where id = $1', [accountId(2)]);
    await query(
      `insert into account_device (account_id, platform, push_token) values ($1, 'IOS', $2) on conflict do nothing`,
      [accountId(2), `token-of-${outcome.kind}`],
    );
    const draft = await marketing.made();
    const sent = () => marketing.test(draft, no);
    expect(await raised('backcounter_push_messages_total', { outcome: outcome.kind }, sent)).toBeGreaterThan(0);
  });

  it.each([
    ['wrong email or password', { email: 'viewer@demo.test', password: HOSTILE }],
    ['wrong email or password', { email: `${HOSTILE}@demo.test`, password: 'backcounter' }],
  ])('a refused sign-in: %s', async (reason, fields) => {
    const refused = async () => {
      const browser = new BrowserLike(identity.issuer, identity.publicUrl);
      const { response } = await browser.authorize();
      await browser.submit(await browser.open(response), fields);
    };
    expect(await raised('backcounter_sign_in_failures_total', { reason }, refused)).toBe(1);
  });

  it('a redemption: done, refused, for an unknown account or id; not a repeated answer', async () => {
    const till = new Till(test);
    const { code } = await openCampaign(test);
    const counts = (outcome: string, work: () => Promise<unknown>) =>
      raised('backcounter_redemptions_total', { outcome }, work);
    const input = { code, accountId: accountId(1), orderMinor: 2_000, key: 'a-key-of-this-till' };
    expect(await counts('CONFIRMED', () => till.redeem(input))).toBe(1);
    expect(await counts('CONFIRMED', () => till.redeem(input))).toBe(0);
    expect(await counts('COUPON_USED', () => till.redeem({ ...input, key: 'b', accountId: accountId(2) }))).toBe(1);
    expect(await counts('MALFORMED', () => till.redeem({ ...input, key: 'c', code: HOSTILE }))).toBe(1);
    expect(await counts('NOT_FOUND', () => till.confirm(accountId(1)))).toBe(1);
    expect(await counts('NOT_FOUND', () => till.redeem({ ...input, key: 'd', accountId: accountId(9) }))).toBe(1);
    expect(await counts('MISMATCH', () => till.redeem({ ...input, orderMinor: 1 }))).toBe(1);
  });
});

describe('jobs that wait', () => {
  const gauges = async () => [
    await metric('backcounter_jobs_queued'),
    await metric('backcounter_jobs_oldest_queued_age_seconds'),
  ];

  it('are sampled by workers: those that are due, without mails, and the age of the oldest', async () => {
    await query('truncate job cascade; truncate mail; truncate graphile_worker._private_jobs');
    expect(await gauges()).toEqual([Number.NaN, Number.NaN]);
    const [oldest, , later] = [await queueJob('a'), await queueJob('b'), await queueJob('c')];
    const due = (id: string | undefined, at: string) =>
      query(`update graphile_worker._private_jobs set run_at = now() + $2::interval where key = $1`, [id, at]);
    await due(oldest, '-1 hour');
    await due(later, '1 hour');
    await queueMail(test.database.db, { kind: 'greeting', recipientSub: 'ada', language: 'en-US' });
    const worker = startTestWorker(test, []);
    await expect.poll(gauges, { timeout: 20_000 }).toEqual([2, expect.any(Number)]);
    await worker.stop();
    const [, age = 0] = await gauges();
    expect(Math.abs(age - 3_600)).toBeLessThan(300);
  });

  it('are not known from an old sample', async () => {
    noteQueue({ queued: 3, oldestAgeS: 7 });
    expect(await gauges()).toEqual([3, 7]);
    noteQueue({ queued: 3, oldestAgeS: 7 }, performance.now() - 61_000);
    expect(await gauges()).toEqual([Number.NaN, Number.NaN]);
  });
});

describe('labels', () => {
  const STATUS = Object.keys(STATUS_CODES);
  /** Label values of each metric: a list, or those that the process itself names. */
  const CLOSED: Readonly<Record<string, Readonly<Record<string, readonly string[] | 'of the process'>>>> = {
    http_request_duration_seconds: {
      method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'],
      route: 'of the process',
      status: STATUS,
    },
    database_connections: { state: ['open', 'idle', 'waiting'] },
    backcounter_job_failures_total: { kind: [...JOB_KINDS, 'other'] },
    backcounter_mails_total: { outcome: ['accepted', 'rejected', 'unavailable', 'other'] },
    backcounter_push_messages_total: { outcome: ['accepted', 'rejected', 'unavailable', 'other'] },
    backcounter_sign_in_failures_total: {
      reason: [
        'wrong email or password',
        'wrong code',
        'wrong passkey',
        'copied passkey',
        'suspended',
        'throttled',
        'other',
      ],
    },
    backcounter_redemptions_total: { outcome: [...REDEMPTION_OUTCOMES, 'MISMATCH', 'NOT_FOUND', 'other'] },
    nodejs_active_resources: { type: 'of the process' },
    nodejs_active_handles: { type: 'of the process' },
    nodejs_active_requests: { type: 'of the process' },
    nodejs_heap_space_size_total_bytes: { space: 'of the process' },
    nodejs_heap_space_size_used_bytes: { space: 'of the process' },
    nodejs_heap_space_size_available_bytes: { space: 'of the process' },
    nodejs_version_info: {
      version: [process.version],
      major: 'of the process',
      minor: 'of the process',
      patch: 'of the process',
    },
    nodejs_gc_duration_seconds: { kind: ['major', 'minor', 'incremental', 'weakcb'] },
  };

  it('have values of closed lists only, whatever a client sends', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = test.app.server.address() as AddressInfo;
    for (const method of METHODS.filter((each) => each !== 'CONNECT'))
      await new Promise<void>((resolve, reject) => {
        const sent = httpRequest({ port, host: '127.0.0.1', method, path: `/made-up/${method}?${method}=made-up` });
        sent.on('response', (response) => response.resume().on('end', resolve));
        sent.on('error', reject).end();
      });
    countFailedJob(HOSTILE);
    expect(await metric('backcounter_job_failures_total', { kind: 'other' })).toBeGreaterThan(0);
    const text = await scrape();
    const strange = seriesOf(text).flatMap(({ name, labels }) => {
      const known = CLOSED[name.replace(/_(bucket|sum|count)$/, '')] ?? {};
      return Object.entries(labels)
        .filter(([label]) => label !== 'le')
        .filter(([label, value]) => (known[label] === 'of the process' ? false : !known[label]?.includes(value)))
        .map(([label, value]) => `${name}{${label}="${value}"}`);
    });
    expect(strange).toEqual([]);
    expect(text).not.toContain('made-up');
    const isServed = (url: string): boolean =>
      METHODS.some((method) => test.app.supportedMethods.includes(method) && test.app.hasRoute({ url, method }));
    const routes = seriesOf(text).flatMap(({ labels }) => labels['route'] ?? []);
    expect(routes.filter((route) => route !== 'none' && !isServed(route))).toEqual([]);
  });
});
