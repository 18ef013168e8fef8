import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { campaignListFor } from './campaign.list.ts';
import type { CampaignRow } from './campaign-record.ts';

const SEARCH_MATCHES = ['ID', 'CODE', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['BUDGET_USE', 'CODE', 'CREATED', 'ENDS', 'NAME', 'REDEEMED', 'STARTS', 'UPDATED'] as const;

/** `campaigns`, and how many came to it since. */
export function addCampaignList(builder: Builder, list: ListTypes, enums: CampaignEnums, campaign: CampaignRef): void {
  const searchMatch = builder.enumType('CampaignSearchMatch', { values: SEARCH_MATCHES });
  const sort = addListSort(builder, list, 'Campaign', SORT_KEYS, 'REDEEMED and BUDGET_USE need `campaign.read-all`.');
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Campaign', campaign, searchMatch);
  builder.queryField('campaigns', (t) =>
    t.field({
      type: connection,
      extensions: needs('campaign.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: list.listStart }),
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

function addFilter(builder: Builder, list: ListTypes, { status, reward, codeMode }: CampaignEnums) {
  const all = { description: 'Needs `campaign.read-all`.' };
  const statusFilter = addEnumFilter(builder, 'CampaignStatusFilter', status);
  const rewardFilter = addEnumFilter(builder, 'CampaignRewardFilter', reward);
  const codeModeFilter = addEnumFilter(builder, 'CampaignCodeModeFilter', codeMode);
  return builder.inputType('CampaignFilter', {
    fields: (t) => ({
      status: t.field({ type: statusFilter }),
      rewardType: t.field({ type: rewardFilter }),
      codeMode: t.field({ type: codeModeFilter }),
      streamer: t.field({ type: list.idFilter, ...all }),
      store: t.field({ type: list.idFilter, description: 'Valid in one of these stores. Needs `campaign.read-all`.' }),
      area: t.field({
        type: list.idFilter,
        description: 'Valid in some store of one of these areas. Needs `campaign.read-all`.',
      }),
      currency: t.field({ type: list.codeFilter }),
      starts: t.field({ type: list.instantFilter }),
      ends: t.field({ type: list.instantFilter }),
      created: t.field({ type: list.instantFilter }),
      redeemed: t.field({ type: list.numberFilter, ...all }),
      budgetUse: t.field({ type: list.numberFilter, description: 'Percent. Needs `campaign.read-all`.' }),
    }),
  });
}
