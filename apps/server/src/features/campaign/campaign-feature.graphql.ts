import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter } from '../../listing/list-connection.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { addCampaignEnums, addCampaignType, type CampaignEnums, type CampaignRef } from './campaign.graphql.ts';
import { type CampaignRow, campaignList, campaignListFor } from './campaign.list.ts';
import { addCampaignChoices } from './campaign-choices.graphql.ts';
import { addCampaignMutations } from './campaign-mutation.graphql.ts';
import { addRunningCampaigns } from './running-campaigns.graphql.ts';
import { addCampaignAnnouncements } from './streamer/campaign-announcement.graphql.ts';
import { addStreamer } from './streamer/streamer.graphql.ts';

/** Campaigns and streamers. */
export function addCampaign(builder: Builder, shared: EntityTypes): CampaignEnums {
  const enums = addCampaignEnums(builder);
  const streamers = addStreamer(builder, shared);
  const types = addCampaignType(builder, enums, streamers, shared.history);
  addCampaignList(builder, shared.list, enums, types.campaign);
  addCampaignMutations(builder, enums, types.campaign);
  addCampaignChoices(builder, types);
  addCampaignAnnouncements(builder);
  addRunningCampaigns(builder, enums);
  return enums;
}

const SEARCH_MATCHES = {
  ID: 'Id of a campaign.',
  CODE: 'Code of a campaign.',
  TEXT: 'A part of a name or code.',
  NONE: 'None of these.',
} as const;

/** `campaigns`, and the number of newer ones. */
function addCampaignList(builder: Builder, list: ListTypes, enums: CampaignEnums, campaign: CampaignRef): void {
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
