import { AppError, type LocalizedText } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { bestEffort } from '../../../db/best-effort.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../../../db/transaction.ts';
import { defineJob, type JobRun } from '../../../jobs/job-definition.ts';
import { JobPostponed, JobStopped } from '../../../jobs/job-run.ts';
import type { Segments } from '../../../references/segments.ts';
import { fixMembers, forgetMembers } from '../audience/notification-segment.ts';
import { DispatchLoop } from './dispatch-loop.ts';
import { setState } from './dispatch-statements.ts';
import { FAN_OUT_KIND } from './fan-out-kind.ts';
import type { NotificationContent } from './notification-message.ts';
import { complete, takeStep } from './product-step.ts';

/** A page of the snapshot has this many times the rows of other jobs' batches, at the same load. */
const PAGE_FACTOR = 2.5;
const PAGE_MAX = 10_000;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
/** Deliveries of a lost worker released per transaction. */
const RELEASE_MAX = 2_000;
/** Interval of checks on a paused notification; resuming wakes the job earlier. */
const PAUSED_LOOK_MS = 60 * 60_000;

/** Declares the job that records the recipients of a notification and sends it to each. */
export function notificationFanOutJob(segments: Segments) {
  return defineJob({
    kind: FAN_OUT_KIND,
    permission: 'notification.schedule',
    isLong: true,
    params: z.object({ notificationId: z.uuid(), titleI18n: z.record(z.string(), z.string()) }),
    summarise: ({ notificationId, titleI18n }) => ({ notificationId, titleI18n }),
    run: async (run, { notificationId }) => {
      try {
        await fanOut(run, segments, notificationId);
      } finally {
        await callFunction(run.db, 'end_push_turn', { notification: notificationId });
      }
    },
  });
}

async function fanOut(run: JobRun, segments: Segments, id: string): Promise<void> {
  if ((await stateOf(run.db, id)) === 'PREPARING') {
    await fixMembers(run, segments, id);
    await prepare(run, id);
  }
  await forgetMembers(run, id);
  await releaseLost(run, id);
  const state = await stateOf(run.db, id);
  if (state === 'SENDING') {
    const { recipients, ...content } = await contentOf(run.db, id);
    await run.countOnce(async () => recipients);
    const end = await new DispatchLoop(run, content).run();
    if (end.why === 'done' && (await complete(run.db, id))) return;
    if (end.why === 'refused') {
      await inTransaction(run.db, (trx) => takeStep(trx, id, 'FAILED', 'provider-rejects'));
      throw new AppError('push.rejected', { message: 'The push service rejected most of the first messages.' });
    }
    if (end.why === 'later') throw new JobPostponed((trx) => goesOn(trx, id, 'SENDING', end.until));
  }
  await leave(run, id);
}

/** Writes the snapshot: one row per account of the audience, one page per transaction. */
async function prepare(run: JobRun, id: string): Promise<void> {
  await run.batches<{ readonly after: string }>(async (trx, cursor, _isLastTry, rows) => {
    const size = Math.min(PAGE_MAX, Math.round(rows * PAGE_FACTOR));
    const page = { notification: id, after_account: cursor?.after ?? BEFORE_ALL, page_size: size };
    const { last_account: last, prepared } = await callFunction(trx, 'prepare_deliveries', page);
    if (last === null || prepared === null || prepared === 0) return null;
    return { cursor: { after: last }, done: prepared, outcomes: {} };
  });
  await callFunction(run.db, 'publish_delivery_counts', { notification: id });
  // Without statistics, sending is correct but slower.
  await bestEffort('statistics of deliveries', () => callFunction(run.db, 'know_deliveries', { notification: id }));
  await setState(run.db, id, 'SENDING');
}

/** Releases messages in flight of a lost worker. They are sent again, as the push service can't be asked about them. */
async function releaseLost(run: JobRun, id: string): Promise<void> {
  for (;;) {
    run.signal.throwIfAborted();
    const released = await callFunction(run.db, 'release_deliveries', { notification: id, max_rows: RELEASE_MAX });
    if ((released ?? 0) < RELEASE_MAX) return;
  }
}

/** Ends this turn according to the notification's state. */
async function leave(run: JobRun, id: string): Promise<void> {
  switch (await stateOf(run.db, id)) {
    case 'SENT':
      return;
    case 'CANCELED':
      throw new JobStopped('cancelled');
    case 'FAILED':
      throw new AppError('push.rejected', { message: 'The notification has failed.' });
    default:
      throw new JobPostponed((trx) => goesOn(trx, id, 'PAUSED', new Date(run.clock.now().getTime() + PAUSED_LOOK_MS)));
  }
}

/** Time to continue, decided while the notification is locked: later changes wake the job after it was postponed. */
async function goesOn(trx: DatabaseTransaction, id: string, expected: 'PAUSED' | 'SENDING', due: Date): Promise<Date> {
  const { rows } = await sql<{ state: string }>`select state from notification where id = ${id} for share`.execute(trx);
  const state = rows[0]?.state;
  // A time in the past by any clock.
  return state === expected || state === 'PAUSED' ? due : new Date(0);
}

async function stateOf(db: Kysely<Database>, id: string): Promise<string> {
  const { state } = await db.selectFrom('notification').select('state').where('id', '=', id).executeTakeFirstOrThrow();
  return state;
}

async function contentOf(
  db: Kysely<Database>,
  id: string,
): Promise<NotificationContent & { readonly recipients: number }> {
  const row = await db
    .selectFrom('notification')
    .select(['id', 'title_i18n', 'body_i18n', 'image_url', 'deep_link', 'ttl_seconds', 'recipients'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    id: row.id,
    titleI18n: row.title_i18n as LocalizedText,
    bodyI18n: row.body_i18n as LocalizedText,
    imageUrl: row.image_url,
    deepLink: row.deep_link,
    ttlSeconds: row.ttl_seconds,
    recipients: row.recipients,
  };
}
