import { sql } from 'kysely';
import { type AuditChanges, writeAudit } from '../../audit/record-audit.ts';
import { stepwise } from '../../db/due-step.ts';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

const REFUND_PAGE = 500;
const TOO_LATE = 'Not claimed in time.';

/** Longer than the interval of maintenance, so that others come first next time. */
const RETRY = { retryMs: 10 * 60_000 };

/** Refunds a page of entries of one canceled giveaway, then returns its escrow; true if more may be left. */
export const refundCanceled = stepwise(
  {
    // A giveaway is done once its wallet is empty. One that another process is refunding is skipped.
    find: (passed) => sql<{ id: string }>`
      select g.id from giveaway g join points_wallet w on w.owner_type = 'GIVEAWAY' and w.owner_id = g.id and w.balance > 0
      where g.state = 'CANCELED' and g.id <> all (${passed}) order by g.canceled_at limit 1 for no key update of g skip locked`,
    take: (trx, { id }) => sql`select refund_giveaway_page(${id}, ${REFUND_PAGE})`.execute(trx),
  },
  RETRY,
);

/** Forfeits a prize that was not claimed in time; the next alternate gets a new claim period. True if more may be due. */
export const forfeitUnclaimed = stepwise(
  {
    find: (passed) => sql<{ id: string; position: number }>`
      select giveaway_id as id, draw_position as position from giveaway_winner
      where state = 'NOTIFIED' and claim_deadline <= now() and giveaway_id <> all (${passed}) order by claim_deadline limit 1`,
    take: async (trx, { id, position }) => {
      const { rows } = await sql<{ refusal: string | null; accountId: string }>`
        select o.refusal, (o.changed).account_id as "accountId"
        from forfeit_giveaway_winner(${id}, ${position}, ${TOO_LATE}, 'SYSTEM', null) as o`.execute(trx);
      const [row] = rows;
      // Possible again at once if it was claimed concurrently, or another process has forfeited it.
      if (row === undefined || row.refusal !== null) {
        const { rows: due } = await sql`
          select from giveaway_winner where giveaway_id = ${id} and draw_position = ${position} and state = 'NOTIFIED'`.execute(
          trx,
        );
        return due.length === 0;
      }
      return note(trx, 'giveaway.forfeit', id, TOO_LATE, {
        position: [null, position],
        account: [null, row.accountId],
      });
    },
  },
  RETRY,
);

/** Settles one announced giveaway whose prizes are all given or forfeited; true if there may be more. */
export const settleDone = stepwise(
  {
    find: (passed) => sql<{ id: string }>`
      select g.id from giveaway g where g.state = 'ANNOUNCED' and g.id <> all (${passed}) and giveaway_open_prizes(g.id) = 0
      order by g.announced_at limit 1 for no key update skip locked`,
    take: async (trx, { id }) => {
      const { rows } = await sql<{ refusal: string | null }>`
        select settle_giveaway(${id}, null, 'SYSTEM', null) as refusal`.execute(trx);
      if (rows[0]?.refusal !== null) return false;
      return note(trx, 'giveaway.settle', id, null, { state: ['ANNOUNCED', 'SETTLED'] });
    },
  },
  RETRY,
);

/** Recurring maintenance of giveaways, apart from the draw. */
export const giveawayMaintenance = [
  { name: 'giveaway.refund', runBatch: refundCanceled },
  { name: 'giveaway.forfeit', runBatch: forfeitUnclaimed },
  { name: 'giveaway.settle', runBatch: settleDone },
] as const;

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
