import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeEach, expect, it } from 'vitest';
import { Housekeeping } from '../housekeeping/housekeeping.ts';
import type { MailMessage, MailOutcome } from '../ports/mail.ts';
import { fileApp } from '../testing/file-app.ts';
import { hurryAttempts, startTestWorker, type TestWorker } from '../testing/test-worker.ts';
import { deleteOldMail, deleteOldOutboxMail } from './mail.maintenance.ts';
import type { MailKind } from './mail-kind.ts';
import { MAILS_PER_HOUR, queueMail } from './mail-queue.ts';
import { mailTask } from './mail-task.ts';

let worker: TestWorker;
const log: string[] = [];
const sent: MailMessage[] = [];
/** Answers of the mail server, in order; accepted after them. */
const answers: MailOutcome[] = [];
const kind: MailKind = {
  name: 'greeting',
  compose: async (_db, { recipientSub }) =>
    recipientSub === 'gone'
      ? null
      : {
          to: `${recipientSub}@office.example`,
          subject: 'Hello <Ada> & “all”',
          paragraphs: ['A <b>bold</b> greeting.'],
          action: { label: 'Open', url: 'http://localhost:41200/x?a=1&b=2' },
          note: 'A note.',
        },
};
const port = {
  send: async (message: MailMessage): Promise<MailOutcome> => {
    sent.push(message);
    return answers.shift() ?? { kind: 'accepted' };
  },
  check: async () => true as const,
};
const query = async (text: string) => (await test.database.ownerPool.query(text)).rows;
const start = () => {
  const logger = pino({}, { write: (line: string) => void log.push(line) });
  const publicUrl = 'http://localhost:41200';
  const send = mailTask({ db: test.database.db, port, kinds: [kind], publicUrl, logger });
  worker = startTestWorker(test, [], undefined, null, null, { 'mail.send': send });
};
const add = (recipientSub: string | null = 'ada') =>
  queueMail(test.database.db, { kind: 'greeting', recipientSub, language: 'ar-EG' });
/** Waits until the queue is empty and no attempt is under way; attempts that wait for their pause are due now. */
async function untilSent(): Promise<void> {
  for (;;) {
    await hurryAttempts(test.database.ownerPool);
    const [{ waiting }] = await query(`
      select count(*)::int as waiting from graphile_worker.jobs
      where attempts < max_attempts or locked_at is not null`);
    if (waiting === 0) return;
    await sleep(20);
  }
}

const test = await fileApp();
beforeEach(async () => {
  await query('delete from mail; truncate graphile_worker._private_jobs');
  for (const list of [log, sent, answers]) list.splice(0);
  return async () => worker.stop();
});

it('is sent after the commit, in the language and direction of its reader', async () => {
  start();
  await expect(
    test.database.db.transaction().execute(async (trx) => {
      await queueMail(trx, { kind: 'greeting', recipientSub: 'ada', language: 'ar-EG' });
      throw new Error('rolled back');
    }),
  ).rejects.toThrow('rolled back');
  await add();
  await untilSent();
  const [{ id }] = await query('select id from mail where ended_at is not null and failure is null');
  expect(sent).toEqual([
    {
      id,
      to: 'ada@office.example',
      subject: 'Hello <Ada> & “all”',
      language: 'ar-EG',
      text: expect.stringContaining('A <b>bold</b> greeting.\n\nOpen:\nhttp://localhost:41200/x?a=1&b=2\n\nA note.'),
      html: expect.stringMatching(
        /<html lang="ar-EG" dir="rtl">[\s\S]*A &lt;b&gt;bold&lt;\/b&gt; greeting\.[\s\S]*href="http:\/\/localhost:41200\/x\?a=1&amp;b=2"/,
      ),
    },
  ]);
});

it('is sent again under the same id until the server accepts it', async () => {
  answers.push({ kind: 'unavailable', code: 'ECONNECTION' }, { kind: 'unavailable', code: '451' });
  start();
  await add();
  await untilSent();
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
  expect(await query('select failure, ended_at is not null as ended from mail')).toEqual([
    { failure: null, ended: true },
  ]);
});

it('is given up after a refusal, or after 8 attempts, without its address in log or database', async () => {
  answers.push({ kind: 'rejected', code: '550' });
  start();
  await add();
  await untilSent();
  expect(sent).toHaveLength(1);
  answers.push(...Array.from({ length: 20 }, () => ({ kind: 'unavailable', code: 'ETIMEDOUT' }) as const));
  await add('bea');
  await untilSent();
  expect(sent).toHaveLength(9);
  expect(await query('select recipient_sub, failure from mail order by recipient_sub')).toEqual([
    { recipient_sub: 'ada', failure: '550' },
    { recipient_sub: 'bea', failure: 'ETIMEDOUT' },
  ]);
  expect(log.filter((line) => line.includes('"level":50'))).toHaveLength(2);
  expect(log.join()).not.toContain('office.example');
});

it('of a killed worker is sent by another', async () => {
  await add();
  await query(`update graphile_worker._private_jobs set locked_by = 'killed', locked_at = now() - interval '1 minute',
    attempts = 1`);
  start();
  await untilSent();
  expect(sent).toHaveLength(1);
});

it('to no one, or no longer due, is dropped', async () => {
  start();
  await add(null);
  await add('gone');
  await untilSent();
  expect(sent).toEqual([]);
  expect(await query('select * from mail')).toEqual([]);
});

it('of an unknown kind waits for a newer process', async () => {
  await queueMail(test.database.db, { kind: 'unknown', recipientSub: 'ada', language: 'en-US' });
  start();
  const tried = () => query('select from graphile_worker.jobs where attempts = 1 and locked_at is null');
  await expect.poll(async () => (await tried()).length, { timeout: 30_000 }).toBe(1);
  expect([sent, await query('select kind, ended_at from mail')]).toEqual([[], [{ kind: 'unknown', ended_at: null }]]);
});

it('is limited per recipient and kind, not for others or later', async () => {
  start();
  for (let mail = 0; mail < MAILS_PER_HOUR + 3; mail += 1) await add();
  await add('bea');
  await untilSent();
  expect(sent.map(({ to }) => to).sort()).toEqual([
    ...Array.from({ length: MAILS_PER_HOUR }, () => 'ada@office.example'),
    'bea@office.example',
  ]);
  await query(`update mail set created_at = now() - interval '61 minutes'`);
  await add();
  await untilSent();
  expect(sent).toHaveLength(MAILS_PER_HOUR + 2);
});

it('is deleted after 7 days with its place in the queue, and in the outbox after 24 hours', async () => {
  for (const recipient of ['ada', 'bea']) await add(recipient);
  await query(`update mail set created_at = now() - interval '7 days 1 minute' where recipient_sub = 'ada';
    insert into outbox_mail (id, recipient, subject, body, sent_at)
    select uuid_v7(), 'ada@office.example', 'Hello', '', now() - make_interval(mins => age)
    from unnest(array[1, 24 * 60 + 1]) as age`);
  await new Housekeeping(test.database.db, [
    { name: 'mail.forget', runBatch: deleteOldMail },
    { name: 'outbox.forget', runBatch: deleteOldOutboxMail },
  ]).runOnce();
  expect(await query('select recipient_sub from mail')).toEqual([{ recipient_sub: 'bea' }]);
  expect(await query('select count(*)::int from graphile_worker.jobs')).toEqual([{ count: 1 }]);
  expect(await query('select count(*)::int from outbox_mail')).toEqual([{ count: 1 }]);
  start();
  await untilSent();
});
