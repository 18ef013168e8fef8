import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import type { GiveawayRef } from './giveaway.graphql.ts';
import { type GiveawayRow, giveawayList } from './giveaway.list.ts';
import type { GiveawayEnums } from './giveaway-enums.graphql.ts';

const SEARCH_MATCHES = {
  ID: 'As the id of a giveaway.',
  CODE: 'As a code.',
  TEXT: 'As part of a code or title.',
  NONE: 'As nothing that can be found.',
};

/** Adds `giveaways` and the count of new ones. */
export function addGiveawayList(builder: Builder, list: ListTypes, enums: GiveawayEnums, giveaway: GiveawayRef): void {
  addListQuery<GiveawayRow>(builder, list, {
    name: 'giveaways',
    description: 'Giveaways.',
    permission: 'giveaway.read',
    list: giveawayList,
    connection: ['Giveaway', giveaway, 'Kind of search text that was recognised.', SEARCH_MATCHES],
    filter: ['GiveawayFilter', 'Filters of the list; a giveaway must match all of them.'],
    enums: { status: enums.status, prizeKind: enums.prizeKind },
    sort: ['Giveaway'],
    search: 'Id, code, or part of the code or of the title in any language.',
    news: { createdSql: 'r.created_at', topic: 'giveaway_created' },
  });
}
