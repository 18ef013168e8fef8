import { AppError, type Exposure, reason as reasonRule } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { type LockedCampaign, lockCampaign, peekCampaign } from './campaign-lock.ts';
import { CAMPAIGN_STEPS, type CampaignStep, exposureOf, refusalOf } from './campaign-record.ts';
import { refuseCampaign } from './campaign-refusal.ts';

/** The worst case that somebody has seen and agreed to. */
export type AgreedExposure = Pick<Exposure, 'uses' | 'discountMinor' | 'points'>;

/** What somebody says about a step. */
export interface Step extends Expected {
  readonly reason: string | null;
  /** The code of the campaign, typed again. */
  readonly confirmCode: string | null;
}

/**
 * Lets codes be redeemed from the beginning of the window on.
 * @throws AppError as `step` does; `exposure.changed` when the worst case is not the one that was agreed to; `reason.required` and
 *   `field.invalid` on `confirmCode` where an administrator has to answer for it
 */
export async function activateCampaign(context: EffectContext, said: Step, agreed: AgreedExposure): Promise<void> {
  const current = await lockCampaign(context, said);
  refuseCampaign(refusalOf('ACTIVATE', current, context.caller), current, 'ACTIVATE');
  const exposure = exposureOf(current);
  const isAgreed =
    agreed.uses === exposure.uses &&
    agreed.discountMinor === exposure.discountMinor &&
    agreed.points === exposure.points;
  if (!isAgreed) throw new AppError('exposure.changed', { message: 'The worst case is another one.' });
  const reason = exposure.needsAdmin ? required(said.reason) : optional(said.reason);
  if (exposure.needsAdmin) requireCode(current, said.confirmCode);
  await step(context, current, 'ACTIVATE', reason);
}

/** Stops new redemptions; what is held may still be confirmed. @throws AppError as `step` does; `reason.required` */
export function pauseCampaign(context: EffectContext, said: Step): Promise<void> {
  return change(context, said, 'PAUSE', required(said.reason));
}

/** Goes on after a pause. @throws AppError as `step` does */
export function resumeCampaign(context: EffectContext, said: Step): Promise<void> {
  return change(context, said, 'RESUME', optional(said.reason));
}

/** Puts a campaign away. @throws AppError as `step` does; `campaign.has-reservations` while uses are held */
export function archiveCampaign(context: EffectContext, said: Step): Promise<void> {
  return change(context, said, 'ARCHIVE', optional(said.reason));
}

/**
 * Ends a campaign for good; what is held is released.
 * @throws AppError as `step` does; `reason.required`; `field.invalid` on `confirmCode`; `access.denied` where somebody has redeemed a code
 *   and the caller may not cancel that
 */
export async function cancelCampaign(context: EffectContext, said: Step): Promise<void> {
  const reason = required(said.reason);
  const current = await lockCampaign(context, said);
  refuseCampaign(refusalOf('CANCEL', current, context.caller), current, 'CANCEL');
  requireCode(current, said.confirmCode);
  await step(context, current, 'CANCEL', reason);
  // Somebody may have redeemed in between; from here on nobody can. What is refused undoes everything above.
  const { isRedeemed } = await peekCampaign(context, current.id);
  refuseCampaign(refusalOf('CANCEL', { ...current, isRedeemed }, context.caller), current, 'CANCEL');
}

async function change(context: EffectContext, said: Step, action: CampaignStep, reason: string | null): Promise<void> {
  const current = await lockCampaign(context, said);
  refuseCampaign(refusalOf(action, current, context.caller), current, action);
  await step(context, current, action, reason);
}

/** @throws AppError `record.not-found`, `record.conflict`, `state.invalid-transition`, `access.denied` */
async function step(
  context: EffectContext,
  current: LockedCampaign,
  action: CampaignStep,
  reason: string | null,
): Promise<void> {
  const { to } = CAMPAIGN_STEPS[action];
  const stateReason = action === 'PAUSE' || action === 'CANCEL' ? reason : null;
  await context.db
    .updateTable('campaign')
    .set({
      state: to,
      state_reason: stateReason,
      version: sql`version + 1`,
      updated_at: sql`now()`,
      updated_by: context.caller.sub,
    })
    .where('id', '=', current.id)
    .execute();
  await recordAudit(context, {
    action: AUDIT_ACTIONS[action],
    entityType: 'campaign',
    entityId: current.id,
    outcome: 'DONE',
    reason,
    changes: {
      state: [current.state, to],
      ...(current.stateReason === stateReason ? {} : { stateReason: [current.stateReason, stateReason] }),
    },
  });
}

const AUDIT_ACTIONS = {
  ACTIVATE: 'campaign.activate',
  PAUSE: 'campaign.pause',
  RESUME: 'campaign.resume',
  CANCEL: 'campaign.cancel',
  ARCHIVE: 'campaign.archive',
} as const satisfies Record<CampaignStep, string>;

function requireCode({ code }: LockedCampaign, typed: string | null): void {
  if (typed?.trim().toUpperCase() !== code) throw fieldsInvalid({ confirmCode: [{ rule: 'not-equal' }] });
}

function required(text: string | null): string {
  const stated = optional(text);
  if (stated !== null) return stated;
  throw new AppError('reason.required', {
    message: 'A reason is required.',
    details: { fields: { reason: [{ rule: 'required' }] } },
  });
}

function optional(text: string | null): string | null {
  if (text === null || text.trim() === '') return null;
  const parsed = reasonRule.safeParse(text);
  if (parsed.success) return parsed.data;
  throw fieldsInvalid({ reason: [{ rule: 'too-long' }] });
}
