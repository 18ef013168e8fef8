import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

const BATCH = 500;

const REASON = 'The suspension ended at the time set for it.';

/**
 * Reactivates accounts whose suspension has ended, with an audit row each, as a manual change has; true if more may be left.
 * Accounts that are locked by another change are skipped until the next run.
 */
export async function endSuspensions(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`
    with due as materialized (
      select id from account where suspended_until <= now() and state = 'SUSPENDED'
      order by suspended_until limit ${BATCH} for update skip locked
    ), ended as (
      select id, changes from change_account_states('END_SUSPENSION', array(select id from due), null, null, null, ${SYSTEM_ACTOR.sub})
    ), actor as (
      insert into staff_user (sub, display_name) select ${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}
      where exists (select from ended)
      on conflict (sub) do nothing
    ), trail as (
      insert into staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, reason, changes)
      select ${SYSTEM_ACTOR.sub}, 'account.reactivate', 'account', id::text, 'DONE', ${REASON}, changes from ended
    )
    select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended === BATCH;
}
