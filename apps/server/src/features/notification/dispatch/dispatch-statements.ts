import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { isRetryable } from '../../../db/database-error.ts';
import { errorCodeOf } from '../../../db/error-code.ts';
import type { PushPlatform } from '../../../ports/push.ts';

/** A place in the order in which deliveries come due. */
export interface DuePlace {
  readonly instant: Date;
  readonly accountId: string;
}

/** Before every delivery. */
export const FIRST_PLACE: DuePlace = { instant: new Date(0), accountId: '00000000-0000-0000-0000-000000000000' };

/** A device to try, the newest first. */
export type TargetDevice = readonly [id: string, platform: PushPlatform, token: string];

/** An account whose notification is to be handed over now; `attempt` counts from 1. */
export type DeliveryTarget = readonly [
  accountId: string,
  attempt: number,
  locale: string,
  devices: readonly TargetDevice[],
];

/** Deliveries that were taken. */
export interface Claim {
  readonly claimedAt: Date;
  /** How many were looked at, whatever was decided about them. */
  readonly seen: number;
  readonly last: DuePlace | null;
  readonly targets: readonly DeliveryTarget[];
}

const TRIES = 5;
const LOCK_TIMEOUT = '55P03';

/** Runs one statement, again where somebody else had what it needs: each of those here does all of its work or none. */
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

/** Takes the next deliveries that are due; null when the notification is not being sent. */
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

/** What became of one account of a claim. */
export interface SettledDelivery {
  readonly account: string;
  readonly state: 'FAILED' | 'PENDING' | 'SENT';
  readonly reason: 'PAYLOAD_TOO_BIG' | 'PROVIDER_REJECTED' | 'PROVIDER_UNAVAILABLE' | 'TOKEN_INVALID' | null;
  readonly message: string | null;
  readonly code: string | null;
  /** Of what is tried again. */
  readonly due: Date | null;
}

/** A device that is good for nothing any more. */
export interface DeadDevice {
  readonly device: string;
  readonly reason: 'SENDER_MISMATCH' | 'UNREGISTERED';
}

/** Writes what became of a claim. True, once: the push service has refused most of the first thousand. */
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

/** Messages that may be handed over now, or how long to wait. */
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

/** Brings the figures of a notification up to date and gives them, with its state. */
export async function publishProgress(db: Kysely<Database>, id: string): Promise<DispatchProgress> {
  await patiently(() => callFunction(db, 'publish_delivery_counts', { notification: id }));
  return db
    .selectFrom('notification')
    .select(['state', 'recipients', 'sent', 'failed', 'skipped', 'canceled'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** How far a notification is. */
export interface DispatchProgress {
  readonly state: string;
  readonly recipients: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly canceled: number;
}

/** When the next delivery comes due; null when none waits. */
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

/** A step that the product takes itself; false when the notification is not in a state for it. */
export async function setState(
  db: Kysely<Database>,
  id: string,
  state: 'FAILED' | 'PAUSED' | 'PREPARING' | 'SENDING',
  reason: string | null = null,
): Promise<boolean> {
  const change = { notification: id, to_state: state, with_reason: reason };
  return (await callFunction(db, 'notification_set_state', change)) === true;
}
