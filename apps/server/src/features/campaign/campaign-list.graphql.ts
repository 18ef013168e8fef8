import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import {
  addEnumFilter,
  addListSort,
  addSearchedConnection,
  listArgs,
  searchArg,
} from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { campaignListFor } from './campaign.list.ts';
import type { CampaignRow } from './campaign-record.ts';

const SEARCH_MATCHES = {
  ID: 'Id of a campaign.',
  CODE: 'Code of a campaign.',
  TEXT: 'A part of a name or code.',
  NONE: 'None of these.',
} as const;
const SORT_KEYS = ['BUDGET_USE', 'CODE', 'CREATED', 'ENDS', 'NAME', 'REDEEMED', 'STARTS', 'UPDATED'] as const;

/** `campaigns`, and the number of newer ones. */
export function addCampaignList(builder: Builder, list: ListTypes, enums: CampaignEnums, campaign: CampaignRef): void {
  const searchMatch = addEnum(builder, 'CampaignSearchMatch', 'Meaning of a search text.', SEARCH_MATCHES);
  const sort = addListSort(builder, list, 'Campaign', SORT_KEYS, 'REDEEMED and BUDGET_USE need `campaign.read-all`.');
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Campaign', campaign, searchMatch);
  builder.queryField('campaigns', (t) =>
    t.field({
      type: connection,
      description: 'Campaigns; for streamers, only their own.',
      extensions: needs('campaign.read'),
      args: {
        ...listArgs(t, list, filter, sort),
        search: searchArg(t),
      },
      resolve: (_root, args, context, info) =>
        runList<CampaignRow>(campaignListFor(context.caller), context, args, selectionOf(info)),
    }),
  );
  addListNews(builder, list, {
    name: 'campaignsCreated',
    what: 'campaigns',
    permission: 'campaign.read',
    filter,
    list: ({ caller }) => campaignListFor(caller),
    createdSql: 'r.created_at',
    topic: 'campaign_created',
  });
}

function addFilter(builder: Builder, list: ListTypes, { status, rewardType, codeMode }: CampaignEnums) {
  const statusFilter = addEnumFilter(builder, 'CampaignStatusFilter', status);
  const rewardFilter = addEnumFilter(builder, 'CampaignRewardFilter', rewardType);
  const codeModeFilter = addEnumFilter(builder, 'CampaignCodeModeFilter', codeMode);
  return builder.inputType('CampaignFilter', {
    description: 'Campaigns to list: those that match every filter given.',
    fields: (t) => ({
      status: t.field({ type: statusFilter, description: 'Current status of the campaign.' }),
      rewardType: t.field({ type: rewardFilter, description: 'Reward of its codes.' }),
      codeMode: t.field({ type: codeModeFilter, description: 'How its codes are distributed.' }),
      streamer: t.field({
        type: list.idFilter,
        description: 'Streamers on the campaign. Needs `campaign.read-all`.',
      }),
      store: t.field({ type: list.idFilter, description: 'Valid in one of these stores. Needs `campaign.read-all`.' }),
      area: t.field({
        type: list.idFilter,
        description: 'Valid in some store of one of these areas. Needs `campaign.read-all`.',
      }),
      currency: t.field({ type: list.codeFilter, description: 'Currency, ISO 4217.' }),
      starts: t.field({ type: list.instantFilter, description: 'When it starts.' }),
      ends: t.field({ type: list.instantFilter, description: 'When it ends.' }),
      created: t.field({ type: list.instantFilter, description: 'When it was created.' }),
      segment: t.field({
        type: list.idFilter,
        description: 'For members of one of these segments. Needs `segment.read`.',
      }),
      redeemed: t.field({
        type: list.numberFilter,
        description: 'Number of confirmed uses. Needs `campaign.read-all`.',
      }),
      budgetUse: t.field({
        type: list.numberFilter,
        description: 'Percentage of the budget that is used. Needs `campaign.read-all`.',
      }),
    }),
  });
}
