import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@backcounter/domain';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { featureMailKinds } from '../compose/mail.ts';
import { mailTask } from '../mail/mail-task.ts';
import type { MailMessage } from '../ports/mail.ts';
import { fileApp } from '../testing/file-app.ts';
import { insertAccounts, insertReferenceData } from '../testing/test-accounts.ts';
import { hurryAttempts, startTestWorker, type TestWorker, untilJob } from '../testing/test-worker.ts';
import { defineJob } from './job-definition.ts';

const PUBLIC_URL = 'https://office.example';
let worker: TestWorker | undefined;
const sent: MailMessage[] = [];
/** Errors of the attempts, in order; then it succeeds. */
const errors: Error[] = [];
/** Under the name of a real kind, which the console has a text for. */
const job = defineJob({
  kind: 'account.bulk-change',
  params: z.record(z.string(), z.unknown()),
  permission: 'account.change-many',
  summarise: () => ({}),
  run: async () => {
    const error = errors.shift();
    if (error) throw error;
  },
});
const query = async (text: string, values: unknown[] = []) => (await test.database.ownerPool.query(text, values)).rows;

/** A text of the console. */
async function german(subject: string, key: string): Promise<string> {
  const file = new URL(`../../../console/src/messages/de-DE/${subject}.json`, import.meta.url);
  return JSON.parse(await readFile(file, 'utf8'))[key];
}

async function start(): Promise<string> {
  const { body } = await test.send(
    'mutation { startAccountBulk(input: { selection: {}, action: SUSPEND, reason: "r" }) { job { id } } }',
  );
  return body.data.startAccountBulk.job.id;
}

async function work(isMailing = true): Promise<void> {
  const port = {
    check: async () => true as const,
    send: async (message: MailMessage) => {
      sent.push(message);
      return { kind: 'accepted' as const };
    },
  };
  const { logger, database } = test;
  const kinds = await featureMailKinds(PUBLIC_URL);
  const send = mailTask({ db: database.db, port, kinds, publicUrl: PUBLIC_URL, logger });
  worker = startTestWorker(test, [job], undefined, null, null, isMailing ? { 'mail.send': send } : {});
}

async function untilQueueIsEmpty(): Promise<void> {
  for (;;) {
    await hurryAttempts(test.database.ownerPool);
    const [{ left }] = await query('select count(*)::int as left from graphile_worker.jobs');
    if (left === 0) return;
    await sleep(20);
  }
}

const test = await fileApp();
await insertReferenceData(test.database.ownerPool);
await insertAccounts(test.database.ownerPool, 3);
beforeEach(async () => {
  for (const list of [sent, errors]) list.splice(0);
  await query('truncate job cascade; truncate mail; truncate graphile_worker._private_jobs');
  return async () => worker?.stop();
});

it('mails the requester of a failed job its name, reason, reference and place, in their language', async () => {
  const id = await start();
  await query(`update staff_user set preferred_language_key = 'de-AT'`);
  errors.push(new AppError('access.denied'));
  await work();
  await untilJob(test, id, 'FAILED');
  await untilQueueIsEmpty();
  const [{ reference }] = await query('select request_id as reference from job where id = $1', [id]);
  const name = await german('job', 'job.kind.account.bulk-change');
  expect(sent).toMatchObject([
    { to: 'admin@demo.test', language: 'de-DE', subject: `Auftrag fehlgeschlagen: ${name}` },
  ]);
  expect(sent[0]?.text).toContain(await german('error', 'error.access.denied'));
  expect(sent[0]?.text).toContain(`Referenz: ${reference}`);
  const failed = test.log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'job failed');
  expect(failed).toMatchObject([{ requestId: reference, job: id }]);
  expect(sent[0]?.text).toContain(`Auftrag ansehen:\n${PUBLIC_URL}/admin/jobs?open=${id}\n`);
});

it('sends nothing about a failed attempt that a later one makes good', async () => {
  const id = await start();
  errors.push(...Array.from({ length: 4 }, () => new Error('in passing')));
  await work();
  await untilQueueIsEmpty();
  expect([sent, await query('select state from job where id = $1', [id])]).toEqual([[], [{ state: 'SUCCEEDED' }]]);
});

it('mails about a job whose worker was killed in its last attempt', async () => {
  const id = await start();
  await query(
    `update graphile_worker._private_jobs set attempts = max_attempts, locked_at = now() - interval '1 minute', locked_by = 'dead'`,
  );
  await query(`update job set state = 'RUNNING'`);
  await work();
  await untilJob(test, id, 'FAILED');
  await untilQueueIsEmpty();
  expect(sent).toHaveLength(1);
});

it('queues nothing without mail', async () => {
  const id = await start();
  errors.push(new AppError('access.denied'));
  await work(false);
  await untilJob(test, id, 'FAILED');
  expect(await query('select * from mail')).toEqual([]);
});
