/** Steps of the form, in their order, with the fields that stand on each. */
export const GIVEAWAY_STEPS = {
  texts: ['code', 'titleI18n', 'descriptionI18n', 'rulesI18n', 'storeId'],
  prizes: ['prizes'],
  eligibility: ['countryCodes', 'minAge', 'maxTicketsPerAccount', 'maxEntries', 'entryCostPoints'],
  dates: ['opensAt', 'closesAt', 'drawAt', 'timezone'],
  winners: ['alternates', 'claimDays'],
  review: [],
} as const;

/** One of the steps. */
export type GiveawayStep = keyof typeof GIVEAWAY_STEPS;
export const GIVEAWAY_STEP_NAMES = Object.keys(GIVEAWAY_STEPS) as readonly GiveawayStep[];

/** The step on which a field stands. */
export function stepOf(field: string): GiveawayStep {
  const root = field.split('.', 1)[0] ?? field;
  const holds = (step: GiveawayStep) => (GIVEAWAY_STEPS[step] as readonly string[]).includes(root);
  return GIVEAWAY_STEP_NAMES.find(holds) ?? 'texts';
}
