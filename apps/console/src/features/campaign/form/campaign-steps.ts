import { campaignRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';

/** Steps of the form in order, with their fields. */
export const CAMPAIGN_STEPS = {
  basics: fieldsOfGroup(campaignRecord, 'basics'),
  reward: fieldsOfGroup(campaignRecord, 'reward'),
  limits: fieldsOfGroup(campaignRecord, 'limits'),
  window: fieldsOfGroup(campaignRecord, 'window'),
  places: ['areaIds', 'storeIds'],
  streamers: ['streamers'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** One of the steps. */
export type CampaignStep = keyof typeof CAMPAIGN_STEPS;
export const CAMPAIGN_STEP_NAMES = Object.keys(CAMPAIGN_STEPS) as readonly CampaignStep[];

/** The step of a field. */
export function stepOf(field: string): CampaignStep {
  const root = field.split('.', 1)[0] ?? field;
  return CAMPAIGN_STEP_NAMES.find((step) => CAMPAIGN_STEPS[step].some((name) => name === root)) ?? 'basics';
}
