import { AppError, type ErrorCode } from '@backcounter/domain';
import { CAMPAIGN_STEPS, type CampaignAction, type CampaignRow } from './campaign-record.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'access.denied': 'You may not do this.',
  'campaign.without-coupons': 'The campaign has no codes.',
  'campaign.has-reservations': 'Codes of the campaign are reserved.',
};

/** @throws AppError of the given code, with what there is to know about it; nothing happens for null */
export function refuseCampaign(
  refusal: ErrorCode | null,
  { state }: Pick<CampaignRow, 'state'>,
  action: CampaignAction,
): void {
  if (refusal === null) return;
  if (refusal !== 'state.invalid-transition') {
    throw new AppError(refusal, {
      message: MESSAGES[refusal] ?? refusal,
      details:
        refusal === 'access.denied' && action in PERMISSIONS ? { permission: PERMISSIONS[action as 'CANCEL'] } : {},
    });
  }
  const to = action === 'EDIT' || action === 'DUPLICATE' ? action : CAMPAIGN_STEPS[action].to;
  throw new AppError(refusal, {
    message: 'This is not possible in the present state of the campaign.',
    details: { from: state, to },
  });
}

/** What is missing where the permission of the mutation itself is there. */
const PERMISSIONS = { ACTIVATE: 'campaign.run-large', CANCEL: 'campaign.cancel-redeemed' } as const;
