import { CAMPAIGN_MACHINE } from '@backcounter/domain';
import type { CampaignRecordQuery } from '../../generated/graphql.ts';
import type { RichRecord } from '../../records/rich-record.ts';
import { campaignDocuments } from './campaign-record.operations.ts';

/** A campaign as its page has it. */
export type CampaignRecord = NonNullable<CampaignRecordQuery['record']>;

/** Names of the lists that show data of campaigns. */
export const CAMPAIGN_LISTS = {
  campaigns: 'campaigns',
  coupons: 'coupons',
  batches: 'coupon-batches',
  redemptions: 'campaign-redemptions',
} as const;

/** Parameter of the coupon that is open beside the list. */
export const OPEN_COUPON = 'open';

/** Campaigns and their coupons. */
export const campaigns = {
  noun: 'campaign',
  path: '/campaigns',
  href: (id) => `/campaigns/${id}`,
  titleKey: 'shell.page.campaigns',
  placeKeys: { failed: 'campaign.place.failed', missing: 'campaign.place.missing' },
  machine: CAMPAIGN_MACHINE,
  lists: [CAMPAIGN_LISTS.campaigns, CAMPAIGN_LISTS.coupons, CAMPAIGN_LISTS.batches, CAMPAIGN_LISTS.redemptions],
  documents: campaignDocuments,
  titleOf: ({ name }) => name,
  notNow: ({ status }, t) => t('campaign.action.not-now', { state: t(`campaign.status.${status}`) }),
} satisfies RichRecord<CampaignRecord>;
