import { AppError, type ErrorCode, type GiveawayEntryState } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
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
  const { rows } =
    isUuid(giveawayId) && isUuid(entryId)
      ? await sql<{ refusal: ErrorCode | null; from: GiveawayEntryState | null; account: string | null }>`
          select o.refusal, (o.changed).state::text as from, (o.changed).account_id as account from set_giveaway_entry_state(
            ${giveawayId}::uuid, ${entryId}::uuid, ${state}::giveaway_entry_state, ${reason}, ${context.caller.sub}) as o`.execute(
          context.db,
        )
      : { rows: [] };
  const row = rows[0];
  if (row === undefined || row.refusal === 'record.not-found') {
    throw new AppError('record.not-found', { message: 'There is no such entry.' });
  }
  if (row.refusal !== null) {
    throw new AppError(row.refusal, {
      message: 'This is not possible now.',
      details: { ...(row.from === null ? {} : { from: row.from }), to: state },
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
      account: [null, row.account],
      state: state === 'VALID' ? ['DISQUALIFIED', 'VALID'] : ['VALID', 'DISQUALIFIED'],
    },
  });
}
