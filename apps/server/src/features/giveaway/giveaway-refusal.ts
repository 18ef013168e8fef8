import { AppError, type ErrorCode } from '@backcounter/domain';
import { GIVEAWAY_STEPS, type GiveawayAction, type GiveawayRow } from './giveaway-record.ts';

const MESSAGES: Partial<Record<ErrorCode, string>> = {
  'access.denied': 'You may not do this.',
  'giveaway.registration-missing': 'The prizes have to be registered first.',
  'giveaway.prizes-open': 'Some prizes are neither given nor given up.',
  'giveaway.no-coupon': 'The campaign of the prize has no free code.',
};

/** @throws AppError of the given code, with what there is to know about it; nothing happens for null */
export function refuseGiveaway(
  refusal: ErrorCode | null,
  { state }: Pick<GiveawayRow, 'state'>,
  action: GiveawayAction,
): void {
  if (refusal === null) return;
  if (refusal !== 'state.invalid-transition') throw new AppError(refusal, { message: MESSAGES[refusal] ?? refusal });
  const to = action in GIVEAWAY_STEPS ? GIVEAWAY_STEPS[action as keyof typeof GIVEAWAY_STEPS].to : action;
  throw new AppError(refusal, {
    message: 'This is not possible in the present state of the giveaway.',
    details: { from: state, to },
  });
}
