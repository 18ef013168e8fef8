import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { isRetryable } from '../../../db/database-error.ts';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { PushPlatform } from '../../../ports/push.ts';

/** A position in the order in which deliveries come due. */
export interface DuePlace {
  readonly instant: Date;
  readonly accountId: string;
}

/** The position before every delivery. */
export const FIRST_PLACE: DuePlace = { instant: new Date(0), accountId: '00000000-0000-0000-0000-000000000000' };

/** A device of an account; lists have the newest first. */
export type TargetDevice = readonly [id: string, platform: PushPlatform, token: string];

/** An account to send to now; `attempt` counts from 1. */
export type DeliveryTarget = readonly [
  accountId: string,
  attempt: number,
  locale: string,
  devices: readonly TargetDevice[],
];

/** Claimed deliveries. */
export interface Claim {
  readonly claimedAt: Date;
  /** Number of rows examined, including those not sent. */
  readonly seen: number;
  readonly last: DuePlace | null;
  readonly targets: readonly DeliveryTarget[];
}

const TRIES = 5;
const LOCK_TIMEOUT = '55P03';

/** Runs one statement and retries it on lock conflicts, which is safe since each statement here is atomic. */
async function patiently<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      const isPassing = isRetryable(error) || errorCodeOf(error) === LOCK_TIMEOUT;
      if (!isPassing || attempt === TRIES) throw error;
      await sleep(20 * attempt);
    }
  }
}

/** Claims the next due deliveries; null if the notification is not being sent. */
export async function claimDeliveries(
  db: Kysely<Database>,
  id: string,
  count: number,
  after: DuePlace,
): Promise<Claim | null> {
  const next = { notification: id, max_rows: count, after_instant: after.instant, after_account: after.accountId };
  const claim = await patiently(() => callFunction(db, 'claim_deliveries', next));
  const { claimed_at: claimedAt, seen, last_instant: instant, last_account: accountId, targets } = claim;
  if (claimedAt === null) return null;
  const last = instant === null || accountId === null ? null : { instant, accountId };
  return { claimedAt, seen: seen ?? 0, last, targets: targets as DeliveryTarget[] };
}

/** Outcome for one account of a claim. */
export interface SettledDelivery {
  readonly account: string;
  readonly state: 'FAILED' | 'PENDING' | 'SENT';
  readonly reason:
    | 'NOT_PREPARED'
    | 'PAYLOAD_TOO_BIG'
    | 'PROVIDER_REJECTED'
    | 'PROVIDER_UNAVAILABLE'
    | 'TOKEN_INVALID'
    | null;
  readonly message: string | null;
  readonly code: string | null;
  /** Time of the next attempt; null: none. */
  readonly due: Date | null;
}

/** A device that can no longer be reached. */
export interface DeadDevice {
  readonly device: string;
  readonly reason: 'SENDER_MISMATCH' | 'UNREGISTERED';
}

/** Writes the outcomes of a claim. Returns true once, if the push service has rejected most of the first 1,000. */
export async function settleDeliveries(
  db: Kysely<Database>,
  id: string,
  claimedAt: Date,
  outcomes: readonly SettledDelivery[],
  dead: readonly DeadDevice[],
): Promise<boolean> {
  const settled = { notification: id, claimed_at: claimedAt, outcomes, dead_devices: dead };
  return (await patiently(() => callFunction(db, 'settle_deliveries', settled))) === true;
}

/** Takes messages from the rate limit: the number to send now, or the time to wait. */
export async function takeTokens(
  db: Kysely<Database>,
  id: string,
  wanted: number,
  unused: number,
): Promise<{ readonly granted: number; readonly waitMs: number }> {
  const { granted, wait_ms } = await patiently(() =>
    callFunction(db, 'take_push_tokens', { notification: id, wanted, unused }),
  );
  return { granted: granted ?? 0, waitMs: wait_ms ?? 1_000 };
}

/** Updates the figures of a notification and returns them with its state. */
export async function publishProgress(db: Kysely<Database>, id: string): Promise<DispatchProgress> {
  await patiently(() => callFunction(db, 'publish_delivery_counts', { notification: id }));
  return db
    .selectFrom('notification')
    .select(['state', 'recipients', 'sent', 'failed', 'skipped', 'canceled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** Progress of a notification. */
export interface DispatchProgress {
  readonly state: string;
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly canceled: number;
}

/** Time at which the next delivery is due; null if none waits. */
export async function nextDue(db: Kysely<Database>, id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('notification_delivery')
    .select('not_before')
    .where('notification_id', '=', id)
    .where('state', 'in', ['PENDING', 'DEFERRED'])
    .orderBy('not_before')
    .limit(1)
    .executeTakeFirst();
  return row?.not_before ?? null;
}

/** Changes the state on behalf of the product; false if the present state does not allow it. */
export async function setState(
  db: Kysely<Database>,
  id: string,
  state: 'FAILED' | 'PAUSED' | 'PREPARING' | 'SENDING',
  reason: string | null = null,
): Promise<boolean> {
  const change = { notification: id, to_state: state, with_reason: reason };
  return (await callFunction(db, 'notification_set_state', change)) === true;
}
