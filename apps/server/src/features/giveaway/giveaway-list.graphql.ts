import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import type { GiveawayEnums, GiveawayRef } from './giveaway.graphql.ts';
import { giveawayList } from './giveaway.list.ts';
import type { GiveawayRow } from './giveaway-record.ts';

const SEARCH_MATCHES = ['ID', 'CODE', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['CLOSES', 'CODE', 'CREATED', 'DRAW', 'ENTRIES', 'OPENS', 'TITLE', 'UPDATED'] as const;

/** `giveaways`, and how many came to it since. */
export function addGiveawayList(builder: Builder, list: ListTypes, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  const searchMatch = builder.enumType('GiveawaySearchMatch', { values: SEARCH_MATCHES });
  const sort = addListSort(builder, list, 'Giveaway', SORT_KEYS);
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Giveaway', giveaway, searchMatch);
  builder.queryField('giveaways', (t) =>
    t.field({
      type: connection,
      extensions: needs('giveaway.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) => runList<GiveawayRow>(giveawayList, context, args, selectionOf(info)),
    }),
  );
  addListNews(builder, list, {
    name: 'giveawaysCreated',
    what: 'giveaways',
    permission: 'giveaway.read',
    filter,
    list: () => giveawayList,
    createdSql: 'r.created_at',
    topic: 'giveaway_created',
  });
}

function addFilter(builder: Builder, list: ListTypes, { status, prizeKind }: GiveawayEnums) {
  const statusFilter = addEnumFilter(builder, 'GiveawayStatusFilter', status);
  const prizeKindFilter = addEnumFilter(builder, 'GiveawayPrizeKindFilter', prizeKind);
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
