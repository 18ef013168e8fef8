import { giveawayRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';

/** Steps of the form in order, with their fields. */
export const GIVEAWAY_STEPS = {
  texts: fieldsOfGroup(giveawayRecord, 'texts'),
  prizes: ['prizes'],
  eligibility: ['countryCodes', ...fieldsOfGroup(giveawayRecord, 'eligibility')],
  dates: fieldsOfGroup(giveawayRecord, 'dates'),
  winners: fieldsOfGroup(giveawayRecord, 'winners'),
  review: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of the steps. */
export type GiveawayStep = keyof typeof GIVEAWAY_STEPS;
export const GIVEAWAY_STEP_NAMES = Object.keys(GIVEAWAY_STEPS) as readonly GiveawayStep[];

/** The step of a field. */
export function stepOf(field: string): GiveawayStep {
  const root = field.split('.', 1)[0] ?? field;
  return GIVEAWAY_STEP_NAMES.find((step) => GIVEAWAY_STEPS[step].some((name) => name === root)) ?? 'texts';
}
