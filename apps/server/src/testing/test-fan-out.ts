import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { startDue } from '../features/notification/dispatch/dispatch.maintenance.ts';
import { wakeFanOut } from '../features/notification/dispatch/wake-fan-out.ts';
import { accountId } from './test-accounts.ts';
import type { TestApp } from './test-app.ts';
import { insertNotification, subscribe } from './test-notifications.ts';
import { TOPICS } from './test-topics-badges.ts';

/**
 * Turns accounts 1 to n into an audience: active, with consent, subscribed to offers, with this many devices whose
 * tokens were refreshed recently. Returns their ids.
 */
export async function insertAudience(pool: pg.Pool, count: number, devices = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => accountId(index + 1));
  await pool.query(
    `update account set state = 'ACTIVE', state_reason = null, push_consent = true, push_consent_at = now() where id = any($1::uuid[])`,
    [ids],
  );
  await subscribe(pool, TOPICS.offers, ids);
  await pool.query(
    `insert into account_device (account_id, platform, push_token, token_refreshed_at)
     select a, 'ANDROID', 'token-' || n || '-' || a, now() - make_interval(days => n) from unnest($1::uuid[]) as a, generate_series(1, $2::int) as n
     on conflict do nothing`,
    [ids, devices],
  );
  return ids;
}

/** Disables quiet hours and starts sending at the full rate. */
export async function hurry(pool: pg.Pool): Promise<void> {
  await pool.query(`update config_entry set value = '"00:00"' where key in ('push.quiet_start', 'push.quiet_end')`);
  await pool.query(`update push_pace set filled_at = now(), busy_since = '2000-01-01', tokens = 4000`);
}

/** Inserts a due notification and starts it as the worker does; returns its id. */
export async function startNotification(test: TestApp, row: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const id = await insertNotification(test.database.ownerPool, { state: 'SCHEDULED', ...row });
  while (await inTransaction(test.database.db, startDue));
  return id;
}

/** Changes the state as staff do. */
export async function changeNotification(
  { database }: TestApp,
  id: string,
  state: string,
  reason: string | null,
): Promise<void> {
  await inTransaction(database.db, async (trx) => {
    await trx
      .updateTable('notification')
      .set({ state: state as never, state_reason: reason, version: 9 })
      .where('id', '=', id)
      .execute();
    if (state !== 'PAUSED') await wakeFanOut(trx, id);
  });
}

/** Waits until a notification meets a condition, checking on each change notice. */
export async function untilNotification(
  test: TestApp,
  id: string,
  isThere: (row: NotificationFigures) => boolean,
): Promise<NotificationFigures> {
  const client = await test.database.ownerPool.connect();
  try {
    await client.query('listen notification_changed');
    for (;;) {
      const changed = new Promise<void>((resolve) => client.once('notification', () => resolve()));
      const { rows } = await client.query<NotificationFigures>(
        `select state, state_reason as reason, recipients, sent, received, opened, failed, skipped, deferred, canceled
         from notification where id = $1`,
        [id],
      );
      const [row] = rows;
      if (row !== undefined && isThere(row)) return row;
      await changed;
    }
  } finally {
    await client.query('unlisten *');
    client.release();
  }
}

/** State and counters of a notification. */
export interface NotificationFigures {
  readonly state: string;
  readonly reason: string | null;
  readonly recipients: number;
  readonly sent: number;
  readonly received: number;
  readonly opened: number;
  readonly failed: number;
  readonly skipped: number;
  readonly deferred: number;
  readonly canceled: number;
}
