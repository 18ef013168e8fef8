import { AppError, type StoreState } from '@backcounter/domain';
import type { EntityRow } from '../../crud/entity-declaration.ts';
import type { Expected } from '../../crud/read-record.ts';
import { applyAction } from '../../crud/write-record.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { store } from './store.entity.ts';

/** Lets a draft be used from now on. @throws AppError as `applyAction` does */
export function activateStore(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  return applyAction(context, store, expected, 'ACTIVATE', reason, (current) => {
    const { openedOn, timezone } = current;
    // A store whose opening nobody has stated opens now.
    const today = dayIn(String(timezone), context.now);
    const { columns, changes } = stateChange(current, 'ACTIVE', null);
    return openedOn == null
      ? { columns: { ...columns, opened_on: today }, changes: { ...changes, openedOn: [null, today] } }
      : { columns, changes };
  });
}

/** Ends an interruption. @throws AppError as `applyAction` does */
export function reactivateStore(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  return applyAction(context, store, expected, 'REACTIVATE', reason, (current) => stateChange(current, 'ACTIVE', null));
}

/** Interrupts a store: nothing is spent there until it is reactivated. @throws AppError as `applyAction` does, `reason.required` */
export async function suspendStore(context: RequestContext, expected: Expected, reason: string | null): Promise<void> {
  const stated = requireReason(reason);
  await applyAction(context, store, expected, 'SUSPEND', stated, (current) =>
    stateChange(current, 'SUSPENDED', stated),
  );
}

/** Columns and changes of another state. */
export function stateChange({ state, stateReason }: EntityRow, to: StoreState, reason: string | null) {
  return {
    columns: { state: to, state_reason: reason } as Readonly<Record<string, unknown>>,
    changes: {
      state: [state, to] as const,
      ...(stateReason === reason ? {} : { stateReason: [stateReason, reason] as const }),
    },
  };
}

/** A reason that somebody has stated. @throws AppError `reason.required` */
export function requireReason(text: string | null): string {
  const stated = (text ?? '').trim();
  if (stated !== '') return stated;
  throw new AppError('reason.required', {
    message: 'A reason is required.',
    details: { fields: { reason: [{ rule: 'required' }] } },
  });
}

/** The day that it is somewhere, as `YYYY-MM-DD`. */
function dayIn(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
}
