import { giveawayRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';
import { stepPlan } from '../../../records/wizard/step-plan.ts';

/** Steps of the form in order, with their fields. */
export const GIVEAWAY_PLAN = stepPlan({
  texts: fieldsOfGroup(giveawayRecord, 'texts'),
  prizes: ['prizes'],
  eligibility: ['countryCodes', ...fieldsOfGroup(giveawayRecord, 'eligibility')],
  dates: fieldsOfGroup(giveawayRecord, 'dates'),
  winners: fieldsOfGroup(giveawayRecord, 'winners'),
  review: [],
});

/** One of the steps. */
export type GiveawayStep = (typeof GIVEAWAY_PLAN)['steps'][number];
