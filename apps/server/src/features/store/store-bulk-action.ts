import { STORE_MACHINE } from '@backcounter/domain';
import type { BulkAction } from '../../jobs/bulk/bulk-action.ts';

/** What may be done with many stores at once. */
export const STORE_BULK_ACTION_NAMES = ['ACTIVATE', 'REACTIVATE', 'SUSPEND'] as const;
/** One of the names, as the API and stored jobs have it. */
export type StoreBulkActionName = (typeof STORE_BULK_ACTION_NAMES)[number];

/** A change of state of many stores, by the function that changes one. */
export function storeBulkAction(action: StoreBulkActionName): BulkAction {
  return {
    permission: STORE_MACHINE.actions[action].permission,
    auditAction: `store.${action.toLowerCase()}`,
    refusal: () => `store_refusal('${action}', r.state)`,
    change: (values, { reason }, actor, ids) =>
      `change_store_states('${action}', ${ids}, ${values.add(reason)}::text, now(), ${actor})`,
  };
}
