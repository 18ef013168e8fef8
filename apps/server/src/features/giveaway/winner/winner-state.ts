import { AppError, GIVEAWAY_WINNER_MACHINE, type GiveawayWinnerAction } from '@backcounter/domain';
import { type AuditChanges, recordAudit } from '../../../audit/record-audit.ts';
import { statedReason } from '../../../crud/state-change.ts';
import { callFunction, type FunctionResult } from '../../../db/call-function.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { refusedTransition } from '../giveaway-refusal.ts';

/** A position in the draw of a giveaway. */
export interface WinnerPlace {
  readonly giveawayId: string;
  readonly position: number;
}

/**
 * Forfeits a prize that was not given yet; the next alternate gets it.
 * @throws AppError `reason.required`, `record.not-found`, `state.invalid-transition`
 */
export async function forfeitWinner(
  context: RequestContext,
  place: WinnerPlace & { readonly reason: string },
): Promise<void> {
  const reason = statedReason(GIVEAWAY_WINNER_MACHINE.actions.FORFEIT.reason, place.reason);
  checkPlace(place);
  const answer = await callFunction(context.db, 'forfeit_giveaway_winner', {
    of_giveaway: place.giveawayId,
    at_position: place.position,
    with_reason: reason,
    by_actor: 'STAFF',
    by_sub: context.caller.sub,
  });
  const winner = accepted(context, 'FORFEIT', answer);
  await finish(context, 'giveaway.forfeit', place, winner, reason, { replacedBy: [null, winner.replaced_by_position] });
}

/**
 * Marks a claimed prize as delivered; assigns a coupon if none was free when it was claimed.
 * @throws AppError `field.invalid`, `record.not-found`, `state.invalid-transition`, `giveaway.no-coupon`
 */
export async function fulfilWinner(
  context: RequestContext,
  place: WinnerPlace & { readonly note?: string | null | undefined },
): Promise<void> {
  const note = statedReason('optional', place.note ?? null);
  checkPlace(place);
  const answer = await callFunction(context.db, 'fulfil_giveaway_winner', {
    of_giveaway: place.giveawayId,
    at_position: place.position,
    with_note: note,
    by_sub: context.caller.sub,
  });
  const winner = accepted(context, 'FULFIL', answer);
  // The note may contain an address, so it is stored only with the winner, where erasing the account clears it.
  await finish(context, 'giveaway.fulfil', place, winner, null, { state: ['CLAIMED', winner.state] });
}

type Answer = FunctionResult<'forfeit_giveaway_winner'>;
type Winner = NonNullable<Answer['changed']>;

/** Upper bound of positions. */
const POSITION_MAX = 32_767;

function checkPlace({ giveawayId, position }: WinnerPlace): void {
  if (!isUuid(giveawayId) || position < 1 || position > POSITION_MAX) throw notFound();
}

function accepted({ now }: RequestContext, action: GiveawayWinnerAction, { refusal, changed }: Answer): Winner {
  if (changed?.state == null) throw notFound();
  if (refusal === null) return changed;
  if (refusal !== 'giveaway.no-coupon') throw refusedTransition(GIVEAWAY_WINNER_MACHINE, action, changed.state, now);
  throw new AppError(refusal, { message: 'The campaign of the prize has no free code.' });
}

function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such winner.' });
}

async function finish(
  context: RequestContext,
  action: 'giveaway.forfeit' | 'giveaway.fulfil',
  { giveawayId, position }: WinnerPlace,
  winner: Winner,
  reason: string | null,
  changes: AuditChanges,
): Promise<void> {
  const entityId = giveawayId.toLowerCase();
  context.services.giveawayNotices.note(entityId);
  await recordAudit(context, {
    action,
    entityType: 'giveaway',
    entityId,
    outcome: 'DONE',
    reason,
    changes: { position: [null, position], account: [null, winner.account_id], ...changes },
  });
}
