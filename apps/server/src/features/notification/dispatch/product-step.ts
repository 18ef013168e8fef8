import type { Kysely } from 'kysely';
import { writeAudit } from '../../../audit/record-audit.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import { SYSTEM_ACTOR } from '../../../db/system-actor.ts';
import { type DatabaseTransaction, inTransaction } from '../../../db/transaction.ts';
import { setState } from './dispatch-statements.ts';

const AUDIT_ACTIONS = {
  PREPARING: 'notification.start',
  PAUSED: 'notification.pause',
  FAILED: 'notification.fail',
} as const;

/** Takes a step on behalf of the product, with an audit event; false if the present state does not allow it. */
export async function takeStep(
  trx: DatabaseTransaction,
  id: string,
  to: keyof typeof AUDIT_ACTIONS,
  reason: string | null = null,
): Promise<boolean> {
  const found = trx.selectFrom('notification').select('state').where('id', '=', id).forNoKeyUpdate();
  const before = await found.executeTakeFirst();
  if (before === undefined || !(await setState(trx, id, to, reason))) return false;
  await record(trx, AUDIT_ACTIONS[to], id, reason, [before.state, to]);
  return true;
}

/** Sets SENT, with exact figures, if nothing is left to send; false otherwise. */
export async function complete(db: Kysely<Database>, id: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    if ((await callFunction(trx, 'finish_deliveries', { notification: id })) !== true) return false;
    await record(trx, 'notification.complete', id, null, ['SENDING', 'SENT']);
    return true;
  });
}

async function record(
  trx: DatabaseTransaction,
  action: string,
  id: string,
  reason: string | null,
  state: readonly [string, string],
): Promise<void> {
  const about = { entityType: 'notification', entityId: id, outcome: 'DONE' } as const;
  await writeAudit(trx, SYSTEM_ACTOR, null, { action, ...about, reason, changes: { state } });
}
