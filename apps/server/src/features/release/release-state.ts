import { AppError, reason as reasonRule } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { type LockedRelease, lockRelease, refusalOf } from './release-record.ts';
import { refuseRelease } from './release-refusal.ts';

/**
 * Shows a release to everybody: a draft for the first time, a withdrawn one again. Who has read it since it was first published is not
 * told again.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `release.empty`, `release.not-greatest`
 */
export async function publishRelease(context: EffectContext, expected: Expected): Promise<void> {
  // As the database does it: one publication after the other, or two could each be the greatest in its own eyes.
  await sql`select pg_advisory_xact_lock(hashtextextended('backcounter.publish_release', 0))`.execute(context.db);
  const current = await lockRelease(context, expected);
  refuseRelease(refusalOf('PUBLISH', current, context.caller), current, 'PUBLISH');
  const { sub } = context.caller;
  await sql`update release set state = 'PUBLISHED', published_by = case state when 'DRAFT' then ${sub} else published_by end,
      state_reason = null, state_changed_by = ${sub}, version = version + 1, updated_at = now(), updated_by = ${sub}
    where id = ${current.id}`.execute(context.db);
  await audit(context, current, 'release.publish', 'PUBLISHED', null);
}

/**
 * Takes a release out of the popup, the changelog and its feeds.
 * @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `reason.required`, `field.invalid`
 */
export async function withdrawRelease(context: EffectContext, expected: Expected, reason: string): Promise<void> {
  const stated = requiredReason(reason);
  const current = await lockRelease(context, expected);
  refuseRelease(refusalOf('WITHDRAW', current, context.caller), current, 'WITHDRAW');
  await sql`update release set state = 'WITHDRAWN', state_reason = ${stated}, state_changed_by = ${context.caller.sub},
      version = version + 1, updated_at = now(), updated_by = ${context.caller.sub}
    where id = ${current.id}`.execute(context.db);
  await audit(context, current, 'release.withdraw', 'WITHDRAWN', stated);
}

function requiredReason(text: string): string {
  if (text.trim() === '') {
    throw new AppError('reason.required', {
      message: 'A reason is required.',
      details: { fields: { reason: [{ rule: 'required' }] } },
    });
  }
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}

function audit(
  context: EffectContext,
  { id, state }: LockedRelease,
  action: string,
  to: string,
  reason: string | null,
): Promise<void> {
  return recordAudit(context, {
    action,
    entityType: 'release',
    entityId: id,
    outcome: 'DONE',
    reason,
    changes: { state: [state, to] },
  });
}
