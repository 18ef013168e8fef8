import { AppError, CAMPAIGN_MACHINE, type CampaignAction, type Exposure } from '@backcounter/domain';
import { requireApproval } from '../../approvals/require-approval.ts';
import { type AuditChanges, recordAudit } from '../../audit/record-audit.ts';
import { fieldsInvalid } from '../../crud/field-input.ts';
import type { Expected } from '../../crud/read-record.ts';
import { invalidTransition, statedReason } from '../../crud/state-change.ts';
import { callFunction } from '../../db/call-function.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { worstCase } from './campaign-approval.ts';
import { type LockedCampaign, lockCampaign, peekCampaign } from './campaign-lock.ts';
import { exposureOf, refuseCampaign } from './campaign-record.ts';

/** The worst case that the caller has seen and agreed to. */
export type AgreedExposure = Pick<Exposure, 'uses' | 'discountMinor' | 'points'>;

/** Parameters of a step. */
export interface Step extends Expected {
  readonly reason: string | null;
  /** The code of the campaign, typed again. */
  readonly confirmCode: string | null;
}

/** An action that changes the state of a campaign. */
type CampaignStep = Exclude<CampaignAction, 'DUPLICATE' | 'EDIT'>;

const { actions } = CAMPAIGN_MACHINE;

/**
 * Activates a campaign: codes can be redeemed from the start of the window on.
 * @throws AppError as `takeCampaignStep` does; `exposure.changed` if the worst case differs from the agreed one; `reason.required` and
 *   `field.invalid` on `confirmCode` if an administrator has to approve it, and errors of `requireApproval`
 */
export async function activateCampaign(context: EffectContext, said: Step, agreed: AgreedExposure): Promise<void> {
  const current = await lockCampaign(context, said);
  refuseCampaign(current, 'ACTIVATE', context);
  const exposure = exposureOf(current);
  const isAgreed =
    agreed.uses === exposure.uses &&
    agreed.discountMinor === exposure.discountMinor &&
    agreed.points === exposure.points;
  if (!isAgreed) throw new AppError('exposure.changed', { message: 'The worst case has changed.' });
  const reason = statedReason(exposure.needsAdmin ? 'required' : actions.ACTIVATE.reason, said.reason);
  if (exposure.needsAdmin) requireCode(current, said.confirmCode);
  await requireApproval(context, worstCase(context, current, exposure, null));
  await step(context, current, 'ACTIVATE', reason);
}

/**
 * Pauses, resumes, permanently cancels or archives a campaign.
 * @throws AppError `record.not-found`, `record.conflict`, `reason.required`; refusals of the state machine; `field.invalid` on `confirmCode`
 */
export async function takeCampaignStep(
  context: EffectContext,
  said: Step,
  action: Exclude<CampaignStep, 'ACTIVATE'>,
): Promise<void> {
  const reason = statedReason(actions[action].reason, said.reason);
  const current = await lockCampaign(context, said);
  refuseCampaign(current, action, context);
  if (actions[action].typed === 'code') requireCode(current, said.confirmCode);
  await step(context, current, action, reason);
  if (action !== 'CANCEL') return;
  // A redemption may have been made in between; from here on none can. A refusal rolls back everything above.
  const { isRedeemed } = await peekCampaign(context, current.id);
  refuseCampaign({ ...current, isRedeemed }, action, context);
}

/** @throws AppError `state.invalid-transition` */
async function step(
  context: EffectContext,
  current: LockedCampaign,
  action: CampaignStep,
  reason: string | null,
): Promise<void> {
  const by = { action, ids: [current.id], why: reason, by_sub: context.caller.sub };
  const [changed] = await callFunction(context.db, 'change_campaign_states', by);
  const changes = changed?.changes as AuditChanges | null | undefined;
  if (changes == null) throw invalidTransition(CAMPAIGN_MACHINE, action, current, context.now);
  await recordAudit(context, {
    action: `campaign.${action.toLowerCase()}`,
    entityType: 'campaign',
    entityId: current.id,
    outcome: 'DONE',
    reason,
    changes,
  });
}

function requireCode({ code }: LockedCampaign, typed: string | null): void {
  if (typed?.trim().toUpperCase() !== code) throw fieldsInvalid({ confirmCode: [{ rule: 'not-equal' }] });
}
