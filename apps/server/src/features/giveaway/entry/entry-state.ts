import { AppError, type ErrorCode, type GiveawayEntryState } from '@backcounter/domain';
import { recordAudit } from '../../../audit/record-audit.ts';
import { callFunction } from '../../../db/call-function.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { requiredReason } from '../giveaway-reason.ts';

/** What somebody decides about an entry. */
export interface EntryDecision {
  readonly giveawayId: string;
  readonly entryId: string;
  readonly state: Exclude<GiveawayEntryState, 'WITHDRAWN'>;
  readonly reason: string;
}

/** Takes an entry out of the draw, or back in. @throws AppError `reason.required`, `record.not-found`, `state.invalid-transition` */
export async function setEntryState(context: RequestContext, decision: EntryDecision): Promise<void> {
  const { giveawayId, entryId, state } = decision;
  const reason = requiredReason(decision.reason);
  if (!isUuid(giveawayId) || !isUuid(entryId)) throw notFound();
  const { refusal, changed } = await callFunction(context.db, 'set_giveaway_entry_state', {
    of_giveaway: giveawayId,
    of_entry: entryId,
    to_state: state,
    with_reason: reason,
    by_sub: context.caller.sub,
  });
  if (refusal === 'record.not-found') throw notFound();
  if (refusal !== null) {
    throw new AppError(refusal as ErrorCode, {
      message: 'This is not possible now.',
      details: { ...(changed === null ? {} : { from: changed.state }), to: state },
    });
  }
  context.services.giveawayNotices.note(giveawayId.toLowerCase());
  const action = state === 'VALID' ? 'giveaway.reinstate' : 'giveaway.disqualify';
  await recordAudit(context, {
    action,
    entityType: 'giveaway',
    entityId: giveawayId.toLowerCase(),
    outcome: 'DONE',
    reason,
    changes: {
      entry: [null, entryId.toLowerCase()],
      account: [null, changed?.account_id ?? null],
      state: state === 'VALID' ? ['DISQUALIFIED', 'VALID'] : ['VALID', 'DISQUALIFIED'],
    },
  });
}

function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such entry.' });
}
