import { AppError, type ErrorCode, type GiveawayWinnerState } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../../audit/record-audit.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { optionalReason, requiredReason } from '../giveaway-reason.ts';

/** Who was drawn where. */
export interface WinnerPlace {
  readonly giveawayId: string;
  readonly position: number;
}

interface ChangedWinner {
  readonly refusal: ErrorCode | null;
  readonly state: GiveawayWinnerState | null;
  readonly accountId: string | null;
  readonly replacedByPosition: number | null;
}

/**
 * Takes a prize away from whoever was drawn for it and has not got it; the next alternate gets it.
 * @throws AppError `reason.required`, `record.not-found`, `state.invalid-transition`
 */
export async function forfeitWinner(
  context: RequestContext,
  place: WinnerPlace & { readonly reason: string },
): Promise<void> {
  const reason = requiredReason(place.reason);
  checkPlace(place);
  const { rows } = await sql<ChangedWinner>`
    select o.refusal, (o.changed).state::text as state, (o.changed).account_id as "accountId",
      (o.changed).replaced_by_position as "replacedByPosition"
    from forfeit_giveaway_winner(${place.giveawayId}::uuid, ${place.position}, ${reason}, 'STAFF', ${context.caller.sub}) as o`.execute(
    context.db,
  );
  const { replacedByPosition } = accepted(rows[0], 'FORFEITED');
  await finish(context, 'giveaway.forfeit', place, rows[0], reason, { replacedBy: [null, replacedByPosition] });
}

/**
 * Says that a claimed prize was handed over; gives a coupon that there was none of when it was claimed.
 * @throws AppError `field.invalid`, `record.not-found`, `state.invalid-transition`, `giveaway.no-coupon`
 */
export async function fulfilWinner(
  context: RequestContext,
  place: WinnerPlace & { readonly note?: string | null | undefined },
): Promise<void> {
  const note = optionalReason(place.note);
  checkPlace(place);
  const { rows } = await sql<ChangedWinner>`
    select o.refusal, (o.changed).state::text as state, (o.changed).account_id as "accountId", null as "replacedByPosition"
    from fulfil_giveaway_winner(${place.giveawayId}::uuid, ${place.position}, ${note}, ${context.caller.sub}) as o`.execute(
    context.db,
  );
  accepted(rows[0], 'FULFILLED');
  // The note may hold an address: it stays with the winner, where erasing the account reaches it.
  await finish(context, 'giveaway.fulfil', place, rows[0], null, { state: ['CLAIMED', 'FULFILLED'] });
}

/** No draw has as many. */
const POSITION_MAX = 32_767;

function checkPlace({ giveawayId, position }: WinnerPlace): void {
  if (!isUuid(giveawayId) || position < 1 || position > POSITION_MAX) throw notFound();
}

function accepted(row: ChangedWinner | undefined, to: GiveawayWinnerState): ChangedWinner {
  if (row === undefined || row.refusal === 'record.not-found') throw notFound();
  if (row.refusal === null) return row;
  throw new AppError(row.refusal, {
    message:
      row.refusal === 'giveaway.no-coupon'
        ? 'The campaign of the prize has no free code.'
        : 'This is not possible now.',
    details: row.refusal === 'state.invalid-transition' && row.state !== null ? { from: row.state, to } : {},
  });
}

function notFound(): AppError {
  return new AppError('record.not-found', { message: 'There is no such winner.' });
}

async function finish(
  context: RequestContext,
  action: 'giveaway.forfeit' | 'giveaway.fulfil',
  { giveawayId, position }: WinnerPlace,
  row: ChangedWinner | undefined,
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
    changes: { position: [null, position], account: [null, row?.accountId ?? null], ...changes },
  });
}
