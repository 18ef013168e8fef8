import { AppError, GIVEAWAY_ENTRY_MACHINE, type GiveawayEntryAction } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { statedReason } from '../../../crud/state-change.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { refusedTransition } from '../giveaway-refusal.ts';

/** Decision of staff about an entry. */
export interface EntryDecision {
  readonly giveawayId: string;
  readonly entryId: string;
  readonly action: GiveawayEntryAction;
  readonly reason: string;
}

/** Disqualifies or reinstates an entry. @throws AppError `reason.required`, `record.not-found`, `state.invalid-transition` */
export async function changeEntryState(context: RequestContext, decision: EntryDecision): Promise<void> {
  const { giveawayId, entryId, action } = decision;
  const { from, to, reason: rule } = GIVEAWAY_ENTRY_MACHINE.actions[action];
  const reason = statedReason(rule, decision.reason);
  if (!isUuid(giveawayId) || !isUuid(entryId)) throw notFound();
  const { refusal, changed } = await callFunction(context.db, 'set_giveaway_entry_state', {
    of_giveaway: giveawayId,
    of_entry: entryId,
    to_state: to,
    with_reason: reason,
    by_sub: context.caller.sub,
  });
  if (changed?.state == null) throw notFound();
  if (refusal !== null) throw refusedTransition(GIVEAWAY_ENTRY_MACHINE, action, changed.state, context.now);
  context.services.giveawayNotices.note(giveawayId.toLowerCase());
  await recordAudit(context, {
    action: `giveaway.${action.toLowerCase()}`,
    entityType: 'giveaway',
    entityId: giveawayId.toLowerCase(),
    outcome: 'DONE',
    reason,
    changes: {
      entry: [null, entryId.toLowerCase()],
      account: [null, changed.account_id],
      state: [from[0] ?? null, to],
    },
  });
}

function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such entry.' });
}
