/** Steps of the form, in their order, with the fields that stand on each. */
export const CAMPAIGN_STEPS = {
  basics: ['name', 'code', 'description'],
  reward: [
    'rewardType',
    'currency',
    'percentBp',
    'maxDiscountMinor',
    'amountMinor',
    'points',
    'giftTextI18n',
    'minOrderMinor',
    'firstOrderOnly',
  ],
  limits: [
    'codeMode',
    'codePrefix',
    'couponsLimit',
    'perCouponLimit',
    'perAccountLimit',
    'redemptionsLimit',
    'budgetMinor',
    'reservationSeconds',
  ],
  window: ['timezone', 'startsAt', 'endsAt'],
  places: ['areaIds', 'storeIds'],
  streamers: ['streamers'],
} as const;

/** One of the steps. */
export type CampaignStep = keyof typeof CAMPAIGN_STEPS;
export const CAMPAIGN_STEP_NAMES = Object.keys(CAMPAIGN_STEPS) as readonly CampaignStep[];

/** The step on which a field stands. */
export function stepOf(field: string): CampaignStep {
  const root = field.split('.', 1)[0] ?? field;
  const holds = (step: CampaignStep) => (CAMPAIGN_STEPS[step] as readonly string[]).includes(root);
  return CAMPAIGN_STEP_NAMES.find(holds) ?? 'basics';
}
