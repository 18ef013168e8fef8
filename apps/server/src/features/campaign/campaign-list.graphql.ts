import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter } from '../../listing/list-connection.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { type CampaignRow, campaignList, campaignListFor } from './campaign.list.ts';

const SEARCH_MATCHES = {
  ID: 'Id of a campaign.',
  CODE: 'Code of a campaign.',
  TEXT: 'A part of a name or code.',
  NONE: 'None of these.',
} as const;

/** `campaigns`, and the number of newer ones. */
export function addCampaignList(builder: Builder, list: ListTypes, enums: CampaignEnums, campaign: CampaignRef): void {
  addListQuery<CampaignRow>(builder, list, {
    name: 'campaigns',
    description: 'Campaigns; for streamers, only their own.',
    permission: 'campaign.read',
    list: campaignList,
    listFor: campaignListFor,
    connection: ['Campaign', campaign, 'Meaning of a search text.', SEARCH_MATCHES],
    filter: ['CampaignFilter', 'Campaigns to list: those that match every filter given.'],
    enums: {
      status: enums.status,
      rewardType: addEnumFilter(builder, 'CampaignRewardFilter', enums.rewardType),
      codeMode: enums.codeMode,
    },
    sort: ['Campaign', 'REDEEMED and BUDGET_USE need `campaign.read-all`.'],
    news: { createdSql: 'r.created_at', topic: 'campaign_created' },
  });
}
