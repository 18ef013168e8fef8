import { campaignRecord } from '@backcounter/domain';
import { fieldsOfGroup } from '../../../records/form/field-map.ts';
import { stepPlan } from '../../../records/wizard/step-plan.ts';

/** Steps of the form in order, with their fields. */
export const CAMPAIGN_PLAN = stepPlan({
  basics: fieldsOfGroup(campaignRecord, 'basics'),
  reward: fieldsOfGroup(campaignRecord, 'reward'),
  limits: fieldsOfGroup(campaignRecord, 'limits'),
  window: fieldsOfGroup(campaignRecord, 'window'),
  places: ['areaIds', 'storeIds'],
  streamers: ['streamers'],
  review: [],
});

/** One of the steps. */
export type CampaignStep = (typeof CAMPAIGN_PLAN)['steps'][number];
