import { RELEASE_MACHINE } from '@backcounter/domain';
import { sql } from 'kysely';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import type { Expected } from '../../crud/read-record.ts';
import { invalidTransition, statedReason } from '../../crud/state-change.ts';
import { callFunction } from '../../db/call-function.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { factsOf, lockRelease, refuseRelease } from './release-record.ts';

/**
 * Publishes a draft or a withdrawn release, or withdraws a published one from the popup, the changelog and its feeds.
 * People who have read it since its first publication are not notified again.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `release.empty`,
 * `release.not-greatest`, `reason.required`, `field.invalid`
 */
export async function changeReleaseState(
  context: EffectContext,
  action: 'PUBLISH' | 'WITHDRAW',
  expected: Expected,
  given: string | null = null,
): Promise<void> {
  const reason = statedReason(RELEASE_MACHINE.actions[action].reason, given);
  if (action === 'PUBLISH') {
    // The same lock as in the database: two concurrent publications could each see themselves as the greatest.
    await sql`select pg_advisory_xact_lock(hashtextextended('backcounter.publish_release', 0))`.execute(context.db);
  }
  const current = await lockRelease(context, expected);
  refuseRelease(context, current, action);
  const [changed] = await callFunction(context.db, 'change_release_states', {
    action,
    ids: [current.id],
    why: reason,
    by_sub: context.caller.sub,
  });
  if (changed?.changes == null) throw invalidTransition(RELEASE_MACHINE, action, factsOf(current), context.now);
  await recordAudit(context, {
    action: `release.${action.toLowerCase()}`,
    entityType: 'release',
    entityId: current.id,
    outcome: 'DONE',
    reason,
    changes: changed.changes as AuditChanges,
  });
}
