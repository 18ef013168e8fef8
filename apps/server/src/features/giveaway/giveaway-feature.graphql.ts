import type { EntityTypes } from '../../crud/record.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { likeLiteral } from '../../listing/list-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { addGiveawayDraw } from './draw/draw.graphql.ts';
import { addEntries } from './entry/entry.graphql.ts';
import { addEntryDays } from './entry/entry-days.graphql.ts';
import { addEntryLists } from './entry/entry-list.graphql.ts';
import { addOffers } from './entry/offer.graphql.ts';
import { addGiveawayType, type GiveawayRef, type GiveawayTypes } from './giveaway.graphql.ts';
import { type GiveawayCampaign, type GiveawayRow, giveawayList } from './giveaway.list.ts';
import { addGiveawayEnums, type GiveawayEnums } from './giveaway-enums.graphql.ts';
import { addGiveawayMutations } from './giveaway-mutation.graphql.ts';
import { addGiveawayNames } from './giveaway-people.graphql.ts';
import { addGiveawayTransactions } from './transaction/giveaway-transaction.graphql.ts';
import { addClaims } from './winner/claim.graphql.ts';
import { addWinners } from './winner/winner.graphql.ts';
import { addWinnerEnums } from './winner/winner-enums.graphql.ts';

const CHOICES_MAX = 50;
const SEARCH_MAX = 100;

const CAMPAIGNS = statementFor(`
  select c.id::text as id, c.code, c.name from campaign c
  where (case when $2::uuid[] is null then c.state in ('DRAFT', 'ACTIVE', 'PAUSED') and c.ends_at > now() else c.id = any($2) end)
    and c.code_mode = 'UNIQUE' and (c.name_key like lower($1) or c.code like upper($1))
  order by c.name_sort, c.id limit ${CHOICES_MAX}`);

/** Adds the choices of the giveaway form: names only, for people who may not see campaigns. */
function addGiveawayChoices(builder: Builder, { campaign }: GiveawayTypes): void {
  builder.queryField('giveawayCampaignChoices', (t) =>
    t.field({
      type: [campaign],
      description: `Campaigns whose codes can be won: with unique codes and not over, at most ${CHOICES_MAX}; with ids, exactly those.`,
      extensions: needs('giveaway.edit'),
      args: {
        search: t.arg.string({ description: 'Part of the code or name.' }),
        ids: t.arg.idList({ description: 'Ids of campaigns; absent: those that can be chosen now.' }),
      },
      resolve: (_root, { search, ids }, { sql, signal }) => {
        const pattern = `%${likeLiteral(search?.trim().slice(0, SEARCH_MAX) ?? '')}%`;
        const known = ids == null ? null : ids.filter(isUuid).slice(0, CHOICES_MAX);
        return sql.rows<GiveawayCampaign>(CAMPAIGNS, [pattern, known], { signal, timeoutMs: LIST_TIMEOUT_MS });
      },
    }),
  );
}

/** Adds all of giveaways to the schema. */
export function addGiveaway(builder: Builder, { list, history }: EntityTypes): void {
  const enums = addGiveawayEnums(builder);
  const types = addGiveawayType(builder, enums, history);
  const names = addGiveawayNames(builder);
  const winners = addWinnerEnums(builder);
  addGiveawayList(builder, list, enums, types.giveaway);
  addGiveawayMutations(builder, enums, types.giveaway);
  addGiveawayChoices(builder, types);
  addGiveawayTransactions(builder, list, names);
  const entry = addEntries(builder);
  addEntryLists(builder, { list, enums, entry, names, winners });
  addEntryDays(builder);
  addWinners(builder, { list, names, ...winners });
  addClaims(builder, entry, winners);
  addOffers(builder, enums, winners);
  addGiveawayDraw(builder, winners);
}

const SEARCH_MATCHES = {
  ID: 'As the id of a giveaway.',
  CODE: 'As a code.',
  TEXT: 'As part of a code or title.',
  NONE: 'As nothing that can be found.',
};

/** Adds `giveaways` and the count of new ones. */
function addGiveawayList(builder: Builder, list: ListTypes, enums: GiveawayEnums, giveaway: GiveawayRef): void {
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
