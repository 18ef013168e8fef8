import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import { type DatabaseTransaction, inTransaction } from '../../../db/transaction.ts';
import { setState } from './dispatch-statements.ts';

const STEPS = {
  PREPARING: { from: 'SCHEDULED', action: 'notification.start' },
  PAUSED: { from: 'SENDING', action: 'notification.pause' },
  FAILED: { from: null, action: 'notification.fail' },
} as const;

/** A step that the product takes by itself, with its line in the trail; false when the notification is not in a state for it. */
export async function takeStep(
  trx: DatabaseTransaction,
  id: string,
  to: keyof typeof STEPS,
  reason: string | null = null,
): Promise<boolean> {
  const before = await trx.selectFrom('notification').select('state').where('id', '=', id).executeTakeFirst();
  if (!(await setState(trx, id, to, reason))) return false;
  const { from, action } = STEPS[to];
  await record(trx, action, id, reason, [from ?? before?.state ?? null, to]);
  return true;
}

/** SENT, with exact figures, when nothing is left to send. */
export async function complete(db: Kysely<Database>, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const { rows } = await sql<{ isDone: boolean }>`select finish_deliveries(${id}) as "isDone"`.execute(trx);
    if (rows[0]?.isDone !== true) return false;
    await record(trx, 'notification.complete', id, null, ['SENDING', 'SENT']);
    return true;
  });
}

async function record(
  trx: DatabaseTransaction,
  action: string,
  id: string,
  reason: string | null,
  state: readonly [string | null, string],
): Promise<void> {
  await sql`select record_audit(${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}, null, '{}', null, ${action}, 'notification', ${id}, 'DONE', ${reason},
    ${JSON.stringify({ state })}::jsonb, null)`.execute(trx);
}
