import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { reasonOf, refuseEntityAction } from '../../crud/entity.ts';
import type { EntityRow } from '../../crud/entity-declaration.ts';
import { type Expected, lockRecord } from '../../crud/read-record.ts';
import { callFunction } from '../../db/call-function.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { store } from './store.entity.ts';

/** Actions that change the state of a store. */
export type StoreStateAction = 'ACTIVATE' | 'SUSPEND' | 'REACTIVATE' | 'CLOSE';

/** Changes the state of a store; returns the store as it was before. @throws AppError as `applyAction` does */
export async function changeStoreState(
  context: RequestContext,
  action: StoreStateAction,
  expected: Expected,
  given: string | null,
): Promise<EntityRow> {
  const { db, caller, now } = context;
  const reason = reasonOf(store, action, given);
  const current = await lockRecord(context, store, expected);
  refuseEntityAction(store, current, action, now);
  const [changed] = await callFunction(db, 'change_store_states', {
    action,
    ids: [current.id],
    why: reason,
    at: now,
    by_sub: caller.sub,
  });
  await recordAudit(context, {
    action: `store.${action.toLowerCase()}`,
    entityType: 'store',
    entityId: current.id,
    outcome: 'DONE',
    reason,
    changes: changed?.changes as AuditChanges,
  });
  return current;
}
