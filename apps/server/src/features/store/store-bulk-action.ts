import { AppError, reason as reasonRule, STORE_STATES, STORE_TRANSITIONS, type StoreState } from '@backcounter/domain';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { BulkAction, BulkChange } from '../../jobs/bulk-action.ts';
import { requireReason } from './store.service.ts';

interface StoreBulkAction extends BulkAction {
  /** @throws AppError `reason.required`, `field.invalid` */
  checkReason(reason: string | null): string | null;
}

/** What may be done with many stores at once, by the name that the API and stored jobs have for it. */
export const STORE_BULK_ACTIONS = {
  ACTIVATE: {
    permission: 'store.change-state',
    auditAction: 'store.activate',
    checkReason: optionalReason,
    refusal: () => stateRefusal('ACTIVE', ['DRAFT']),
    change: (_values, _options, actor) => stateChange('ACTIVE', 'null::text', actor),
  },
  REACTIVATE: {
    permission: 'store.change-state',
    auditAction: 'store.reactivate',
    checkReason: optionalReason,
    refusal: () => stateRefusal('ACTIVE', ['SUSPENDED']),
    change: (_values, _options, actor) => stateChange('ACTIVE', 'null::text', actor),
  },
  SUSPEND: {
    permission: 'store.change-state',
    auditAction: 'store.suspend',
    checkReason: (text) => optionalReason(requireReason(text)),
    refusal: () => stateRefusal('SUSPENDED', ['ACTIVE']),
    change: (values, { reason }, actor) => stateChange('SUSPENDED', `${values.add(reason)}::text`, actor),
  },
} as const satisfies Readonly<Record<string, StoreBulkAction>>;
export type StoreBulkActionName = keyof typeof STORE_BULK_ACTIONS;
/** The names, sorted. */
export const STORE_BULK_ACTION_NAMES = Object.keys(STORE_BULK_ACTIONS) as StoreBulkActionName[];

function optionalReason(text: string | null): string | null {
  if ((text ?? '').trim() === '') return null;
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}

/** SQL of the reason for which a store `r` may not get a state by this action; null where it may. */
function stateRefusal(to: StoreState, from: readonly StoreState[]): string {
  for (const state of from) {
    if (!STORE_TRANSITIONS[state].includes(to)) throw new AppError('unexpected', { message: `${state} to ${to}` });
  }
  const cases = STORE_STATES.filter((state) => !from.includes(state)).map(
    (state) => `when '${state}' then '${state === to ? 'already' : 'is'}-${state.toLowerCase()}'`,
  );
  return `case r.state ${cases.join(' ')} end`;
}

/** SQL that gives stores a state; a draft without a day of opening opens today, where it is. `reason` and `actor` are placeholders. */
function stateChange(to: StoreState, reason: string, actor: string): BulkChange {
  return {
    before: ['state', 'state_reason', 'opened_on'],
    target: null,
    effect: `
      update store s set state = '${to}', state_reason = ${reason},
        opened_on = coalesce(s.opened_on, (now() at time zone s.timezone)::date),
        version = s.version + 1, updated_at = now(), updated_by = ${actor}
      from ruled r where s.id = r.id and r.refusal is null
      returning s.id, jsonb_strip_nulls(jsonb_build_object(
        'state', jsonb_build_array(r.state, '${to}'),
        'stateReason', case when r.state_reason is distinct from ${reason} then jsonb_build_array(r.state_reason, ${reason}) end,
        'openedOn', case when r.opened_on is null then jsonb_build_array(null, s.opened_on) end)) as changes`,
  };
}
