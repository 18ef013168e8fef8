import { sql } from 'kysely';
import { SYSTEM_ACTOR } from '../../db/system-actor.ts';
import type { DatabaseTransaction } from '../../db/transaction.ts';

const BATCH = 500;

const REASON = 'The suspension ended at the time set for it.';

/**
 * Reactivates accounts whose suspension has run out, with an audit row each, as a person would; true when more may be
 * left. An account that somebody is changing at this moment is left for the next time.
 */
export async function endSuspensions(trx: DatabaseTransaction): Promise<boolean> {
  const { rows } = await sql<{ ended: number }>`
    with due as (
      select id, state_reason, suspended_until from account
      where suspended_until <= now() and state = 'SUSPENDED'
      order by suspended_until limit ${BATCH} for update skip locked
    ), ended as (
      update account a
      set state = 'ACTIVE', state_reason = null, suspended_until = null,
        version = a.version + 1, updated_at = now(), updated_by = ${SYSTEM_ACTOR.sub}
      from due where a.id = due.id
      returning a.id, due.state_reason, due.suspended_until
    ), actor as (
      insert into staff_user (sub, display_name) select ${SYSTEM_ACTOR.sub}, ${SYSTEM_ACTOR.name}
      where exists (select from ended)
      on conflict (sub) do nothing
    ), trail as (
      insert into staff_audit_event (actor_sub, action, entity_type, entity_id, outcome, reason, changes)
      select ${SYSTEM_ACTOR.sub}, 'account.reactivate', 'account', id::text, 'DONE', ${REASON}, jsonb_build_object(
        'state', jsonb_build_array('SUSPENDED', 'ACTIVE'),
        'stateReason', jsonb_build_array(state_reason, null),
        'suspendedUntil', jsonb_build_array(
          to_char(suspended_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), null))
      from ended
    )
    select count(*)::int as ended from ended`.execute(trx);
  return rows[0]?.ended === BATCH;
}
