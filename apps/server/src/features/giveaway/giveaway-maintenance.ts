import { sql } from 'kysely';
import { type AuditChanges, writeAudit } from '../../audit/record-audit.ts';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

const REFUND_PAGE = 500;
const TOO_LATE = 'Not claimed in time.';

/** Recurring maintenance of giveaways, apart from the draw. */
export const giveawayMaintenance = [
  { name: 'giveaway.refund', runBatch: refundCanceled },
  { name: 'giveaway.forfeit', runBatch: forfeitUnclaimed },
  { name: 'giveaway.settle', runBatch: settleDone },
] as const;

/** Refunds a page of entries of one canceled giveaway, then returns its escrow; true if more is left. */
export async function refundCanceled(trx: DatabaseTransaction): Promise<boolean> {
  // A giveaway is done once its wallet is empty. One that another process is refunding is skipped.
  const { rows } = await sql<{ refunded: number }>`
    select refund_giveaway_page(due.id, ${REFUND_PAGE}) as refunded from (
      select g.id from giveaway g join points_wallet w on w.owner_type = 'GIVEAWAY' and w.owner_id = g.id and w.balance > 0
      where g.state = 'CANCELED' order by g.canceled_at limit 1 for no key update of g skip locked) as due`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Forfeits a prize that was not claimed in time; the next alternate gets a new claim period. True if more are due. */
export async function forfeitUnclaimed(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ giveawayId: string; position: number; refusal: string | null; accountId: string }>`
    select due.giveaway_id as "giveawayId", due.draw_position as position, o.refusal, (o.changed).account_id as "accountId"
    from (select w.giveaway_id, w.draw_position from giveaway_winner w where w.state = 'NOTIFIED' and w.claim_deadline <= now()
        order by w.claim_deadline limit 1) as due,
      forfeit_giveaway_winner(due.giveaway_id, due.draw_position, ${TOO_LATE}, 'SYSTEM', null) as o`.execute(trx);
  const [row] = rows;
  // Refused: it was claimed concurrently, or another process has forfeited it.
  if (row === undefined || row.refusal !== null) return false;
  const { giveawayId, position, accountId } = row;
  await note(trx, 'giveaway.forfeit', giveawayId, TOO_LATE, { position: [null, position], account: [null, accountId] });
  return true;
}

/** Settles one announced giveaway whose prizes are all given or forfeited; true if there may be more. */
export async function settleDone(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ id: string; refusal: string | null }>`
    select due.id, settle_giveaway(due.id, null, 'SYSTEM', null) as refusal from (
      select g.id from giveaway g where g.state = 'ANNOUNCED' and giveaway_open_prizes(g.id) = 0
      order by g.announced_at limit 1 for no key update skip locked) as due`.execute(trx);
  const [row] = rows;
  if (row === undefined) return false;
  if (row.refusal === null) await note(trx, 'giveaway.settle', row.id, null, { state: ['ANNOUNCED', 'SETTLED'] });
  return row.refusal === null;
}

async function note(
  trx: DatabaseTransaction,
  action: 'giveaway.forfeit' | 'giveaway.settle',
  id: string,
  reason: string | null,
  changes: AuditChanges,
): Promise<void> {
  const about = { entityType: 'giveaway', entityId: id, outcome: 'DONE' } as const;
  await writeAudit(trx, SYSTEM_ACTOR, null, { action, ...about, reason, changes });
}
