import { STORE_MACHINE } from '@backcounter/domain';
import type { BulkAction } from '../../jobs/bulk/bulk-action.ts';

/** Bulk actions on stores. */
export const STORE_BULK_ACTION_NAMES = ['ACTIVATE', 'REACTIVATE', 'SUSPEND'] as const;
/** A bulk action, as named by the API and in stored jobs. */
export type StoreBulkActionName = (typeof STORE_BULK_ACTION_NAMES)[number];

/** Returns the function that applies the action to one store. */
export function storeBulkAction(action: StoreBulkActionName): BulkAction {
  return {
    permission: STORE_MACHINE.actions[action].permission,
    auditAction: `store.${action.toLowerCase()}`,
    refusal: () => `store_refusal('${action}', r.state)`,
    change: (values, { reason }, actor, ids, was) =>
      `change_store_states('${action}', ${ids}, ${was?.why ?? `${values.add(reason)}::text`}, now(), ${actor})`,
  };
}
