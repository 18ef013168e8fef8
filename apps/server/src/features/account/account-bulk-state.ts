import { ACCOUNT_REOPEN_DAYS, ACCOUNT_STATES, ACCOUNT_TRANSITIONS, type AccountState } from '@backcounter/domain';
import type { BulkChange } from '../../jobs/bulk-action.ts';

/** SQL of the reason for which an account `a` may not get a state by hand; null where it may. */
export function stateRefusal(to: AccountState): string {
  const cases = ACCOUNT_STATES.map((state) => {
    if (state === to) return `when '${state}' then 'already-${state.toLowerCase()}'`;
    if (!ACCOUNT_TRANSITIONS[state].includes(to)) return `when '${state}' then 'is-${state.toLowerCase()}'`;
    return state === 'CLOSED'
      ? `when 'CLOSED' then case when a.state_changed_at < now() - interval '${ACCOUNT_REOPEN_DAYS} days' then 'closed-too-long' end`
      : '';
  });
  return `case a.state ${cases.join(' ')} end`;
}

/** SQL that gives accounts a state. All but `to` are placeholders. */
export function stateChange(to: AccountState, reason: string, until: string, actor: string): BulkChange {
  return {
    before: ['state', 'state_reason', 'suspended_until', 'privacy_requested_at'],
    target: null,
    effect: `
      update account a set state = '${to}', state_reason = ${reason}, suspended_until = ${until},
        privacy_requested_at = null, version = a.version + 1, updated_at = now(), updated_by = ${actor}
      from ruled r where a.id = r.id and r.refusal is null
      returning a.id, jsonb_strip_nulls(jsonb_build_object(
        'state', jsonb_build_array(r.state, '${to}'),
        'stateReason', case when r.state_reason is distinct from ${reason} then jsonb_build_array(r.state_reason, ${reason}) end,
        'suspendedUntil', case when r.suspended_until is distinct from ${until}
          then jsonb_build_array(${isoSql('r.suspended_until')}, ${isoSql(until)}) end,
        'privacyRequest', case when r.privacy_requested_at is not null then jsonb_build_array(true, false) end)) as changes`,
  };
}

/** An instant as JSON has it. */
function isoSql(instant: string): string {
  return `to_char(${instant} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
