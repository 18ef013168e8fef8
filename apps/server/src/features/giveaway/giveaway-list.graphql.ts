import { countOf } from '../../audit/audit.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { listNews } from '../../listing/list-news.ts';
import { type ListPage, runList } from '../../listing/run-list.ts';
import type { GiveawayEnums, GiveawayRef } from './giveaway.graphql.ts';
import { giveawayList } from './giveaway.list.ts';
import type { GiveawayRow } from './giveaway-record.ts';

const SEARCH_MATCHES = ['ID', 'CODE', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['CLOSES', 'CODE', 'CREATED', 'DRAW', 'ENTRIES', 'OPENS', 'TITLE', 'UPDATED'] as const;

/** `giveaways`, and how many came to it since. */
export function addGiveawayList(builder: Builder, list: ListTypes, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  const searchMatch = builder.enumType('GiveawaySearchMatch', { values: SEARCH_MATCHES });
  const sortKey = builder.enumType('GiveawaySortKey', { values: SORT_KEYS });
  const sort = builder.inputType('GiveawaySort', {
    fields: (t) => ({
      key: t.field({ type: sortKey, required: true }),
      direction: t.field({ type: list.sortDirection, required: true }),
    }),
  });
  const filter = addFilter(builder, list, enums);
  const connection = builder.objectRef<ListPage<GiveawayRow>>('GiveawayConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [giveaway] }),
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
  builder.queryField('giveaways', (t) =>
    t.field({
      type: connection,
      extensions: needs('giveaway.read'),
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
      resolve: (_root, args, context, info) => runList<GiveawayRow>(giveawayList, context, args, selectionOf(info)),
    }),
  );
  builder.subscriptionField('giveawaysCreated', (t) =>
    t.field({
      type: list.listCount,
      description:
        'How many giveaways that match were created since an instant: at once, then whenever that changes, at most once a second.',
      extensions: needs('giveaway.read'),
      args: {
        since: t.arg({ type: 'DateTime', required: true }),
        filter: t.arg({ type: filter }),
        search: t.arg.string(),
      },
      subscribe: (_root, { since, filter: given, search }, context) =>
        listNews(giveawayList, context, {
          createdSql: 'r.created_at',
          since: new Date(since),
          args: { filter: given, search },
          notices: context.services.live.follow('giveaway_created', context.signal),
        }),
      resolve: (count) => count,
    }),
  );
}

function addFilter(builder: Builder, list: ListTypes, { status, prizeKind }: GiveawayEnums) {
  const statusFilter = builder.inputType('GiveawayStatusFilter', {
    fields: (t) => ({ in: t.field({ type: [status] }), notIn: t.field({ type: [status] }) }),
  });
  const prizeKindFilter = builder.inputType('GiveawayPrizeKindFilter', {
    fields: (t) => ({ in: t.field({ type: [prizeKind] }), notIn: t.field({ type: [prizeKind] }) }),
  });
  return builder.inputType('GiveawayFilter', {
    fields: (t) => ({
      status: t.field({ type: statusFilter }),
      store: t.field({ type: list.idFilter, description: 'Sponsored by one of these.' }),
      country: t.field({ type: list.codeFilter, description: 'Open to accounts of one of these.' }),
      prizeKind: t.field({ type: prizeKindFilter, description: 'Has such a prize.' }),
      opens: t.field({ type: list.instantFilter }),
      closes: t.field({ type: list.instantFilter }),
      draw: t.field({ type: list.instantFilter }),
      created: t.field({ type: list.instantFilter }),
      entries: t.field({ type: list.numberFilter }),
    }),
  });
}
