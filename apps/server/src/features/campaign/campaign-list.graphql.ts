import { countOf } from '../../audit/audit.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { listNews } from '../../listing/list-news.ts';
import { type ListPage, runList } from '../../listing/run-list.ts';
import type { CampaignEnums, CampaignRef } from './campaign.graphql.ts';
import { campaignListFor } from './campaign.list.ts';
import type { CampaignRow } from './campaign-record.ts';

const SEARCH_MATCHES = ['ID', 'CODE', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['BUDGET_USE', 'CODE', 'CREATED', 'ENDS', 'NAME', 'REDEEMED', 'STARTS', 'UPDATED'] as const;

/** `campaigns`, and how many came to it since. */
export function addCampaignList(builder: Builder, list: ListTypes, enums: CampaignEnums, campaign: CampaignRef): void {
  const searchMatch = builder.enumType('CampaignSearchMatch', { values: SEARCH_MATCHES });
  const sortKey = builder.enumType('CampaignSortKey', {
    description: 'REDEEMED and BUDGET_USE need `campaign.read-all`.',
    values: SORT_KEYS,
  });
  const sort = builder.inputType('CampaignSort', {
    fields: (t) => ({
      key: t.field({ type: sortKey, required: true }),
      direction: t.field({ type: list.sortDirection, required: true }),
    }),
  });
  const filter = addFilter(builder, list, enums);
  const connection = builder.objectRef<ListPage<CampaignRow>>('CampaignConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [campaign] }),
      pageInfo: t.expose('pageInfo', { type: list.pageInfo }),
      count: t.field({
        type: list.listCount,
        description: 'Rows that match, counted only when asked for.',
        resolve: countOf,
      }),
      matchedBy: t.field({
        type: searchMatch,
        nullable: true,
        description: 'What the search text was recognised as; null without a search.',
        resolve: ({ matchedBy }) => matchedBy as (typeof SEARCH_MATCHES)[number] | null,
      }),
    }),
  });
  builder.queryField('campaigns', (t) =>
    t.field({
      type: connection,
      extensions: needs('campaign.read'),
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        last: t.arg.int(),
        before: t.arg.string(),
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<CampaignRow>(campaignListFor(context.caller), context, args, selectionOf(info)),
    }),
  );
  builder.subscriptionField('campaignsCreated', (t) =>
    t.field({
      type: list.listCount,
      description:
        'How many campaigns that match were created since an instant: at once, then whenever that changes, at most once a second.',
      extensions: needs('campaign.read'),
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        filter: t.arg({ type: filter }),
        search: t.arg.string(),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(campaignListFor(context.caller), context, {
          createdSql: 'r.created_at',
          since: new Date(since),
          args: { filter: given, search },
          notices: context.services.live.follow('campaign_created', context.signal),
        }),
      resolve: (count) => count,
    }),
  );
}

function addFilter(builder: Builder, list: ListTypes, { status, reward, codeMode }: CampaignEnums) {
  const all = { description: 'Needs `campaign.read-all`.' };
  const statusFilter = builder.inputType('CampaignStatusFilter', {
    fields: (t) => ({ in: t.field({ type: [status] }), notIn: t.field({ type: [status] }) }),
  });
  const rewardFilter = builder.inputType('CampaignRewardFilter', {
    fields: (t) => ({ in: t.field({ type: [reward] }), notIn: t.field({ type: [reward] }) }),
  });
  const codeModeFilter = builder.inputType('CampaignCodeModeFilter', {
    fields: (t) => ({ in: t.field({ type: [codeMode] }), notIn: t.field({ type: [codeMode] }) }),
  });
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
