import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addCampaignEnums, addCampaignType } from './campaign.graphql.ts';
import { addCampaignChoices } from './campaign-choices.graphql.ts';
import { addCampaignList } from './campaign-list.graphql.ts';
import { addCampaignMutations } from './campaign-mutation.graphql.ts';
import { addCampaignAnnouncements } from './streamer/campaign-announcement.graphql.ts';
import { addStreamer } from './streamer/streamer.graphql.ts';

/** Campaigns and streamers. */
export function addCampaign(builder: Builder, shared: EntityTypes): void {
  const enums = addCampaignEnums(builder);
  const streamers = addStreamer(builder, shared);
  const types = addCampaignType(builder, enums, streamers, shared.history);
  addCampaignList(builder, shared.list, enums, types.campaign);
  addCampaignMutations(builder, enums, types.campaign);
  addCampaignChoices(builder, types);
  addCampaignAnnouncements(builder);
}
