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
import type { GiveawayRef } from './giveaway.graphql.ts';
import { giveawayList } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';
import type { GiveawayRow } from './giveaway-record.ts';

const SEARCH_MATCHES = {
  ID: 'As the id of a giveaway.',
  CODE: 'As a code.',
  TEXT: 'As part of a code or title.',
  NONE: 'As nothing that can be found.',
};
const SORT_KEYS = ['CLOSES', 'CODE', 'CREATED', 'DRAW', 'ENTRIES', 'OPENS', 'TITLE', 'UPDATED'] as const;

/** Adds `giveaways` and the count of new ones. */
export function addGiveawayList(builder: Builder, list: ListTypes, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  const searchMatch = addEnum(
    builder,
    'GiveawaySearchMatch',
    'Kind of search text that was recognised.',
    SEARCH_MATCHES,
  );
  const sort = addListSort(builder, list, 'Giveaway', SORT_KEYS);
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Giveaway', giveaway, searchMatch);
  builder.queryField('giveaways', (t) =>
    t.field({
      type: connection,
      description: 'Giveaways.',
      extensions: needs('giveaway.read'),
      args: {
        ...listArgs(t, list, filter, sort),
        search: searchArg(t, 'Id, code, or part of the code or of the title in any language.'),
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
    description: 'Filters of the list; a giveaway must match all of them.',
    fields: (t) => ({
      status: t.field({ type: statusFilter, description: 'By its state at this moment.' }),
      store: t.field({ type: list.idFilter, description: 'Sponsored by one of these stores.' }),
      segment: t.field({ type: list.idFilter, description: 'For members of one of these segments.' }),
      country: t.field({ type: list.codeFilter, description: 'Open to accounts of one of these countries.' }),
      prizeKind: t.field({ type: prizeKindFilter, description: 'Has such a prize.' }),
      opens: t.field({ type: list.instantFilter, description: 'By `opensAt`.' }),
      closes: t.field({ type: list.instantFilter, description: 'By `closesAt`.' }),
      draw: t.field({ type: list.instantFilter, description: 'By `drawAt`.' }),
      created: t.field({ type: list.instantFilter, description: 'By `createdAt`.' }),
      entries: t.field({ type: list.numberFilter, description: 'By the number of entries that take part.' }),
    }),
  });
}
