import { countOf } from '../../audit/audit.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { type ListPage, runList } from '../../listing/run-list.ts';
import type { ReleaseEnums, ReleaseRef } from './release.graphql.ts';
import { releaseList } from './release.list.ts';
import type { ReleaseRow } from './release-record.ts';

const SEARCH_MATCHES = ['ID', 'NUMBER', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['CREATED', 'DATE', 'NUMBER', 'UPDATED'] as const;

/** `releases`. */
export function addReleaseList(builder: Builder, list: ListTypes, enums: ReleaseEnums, release: ReleaseRef): void {
  const searchMatch = builder.enumType('ReleaseSearchMatch', { values: SEARCH_MATCHES });
  const sortKey = builder.enumType('ReleaseSortKey', {
    description: 'NUMBER: precedence of semantic versions.',
    values: SORT_KEYS,
  });
  const sort = builder.inputType('ReleaseSort', {
    fields: (t) => ({
      key: t.field({ type: sortKey, required: true }),
      direction: t.field({ type: list.sortDirection, required: true }),
    }),
  });
  const filter = addFilter(builder, list, enums);
  const connection = builder.objectRef<ListPage<ReleaseRow>>('ReleaseConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [release] }),
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
  builder.queryField('releases', (t) =>
    t.field({
      type: connection,
      extensions: needs('release.read'),
      args: {
        first: t.arg.int(),
        after: t.arg.string(),
        last: t.arg.int(),
        before: t.arg.string(),
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Id, beginning of the number, or part of any text.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) => runList<ReleaseRow>(releaseList, context, args, selectionOf(info)),
    }),
  );
}

function addFilter(builder: Builder, list: ListTypes, { state, changeType }: ReleaseEnums) {
  const stateFilter = builder.inputType('ReleaseStateFilter', {
    fields: (t) => ({ in: t.field({ type: [state] }), notIn: t.field({ type: [state] }) }),
  });
  const typeFilter = builder.inputType('ChangeTypeFilter', {
    fields: (t) => ({ in: t.field({ type: [changeType] }), notIn: t.field({ type: [changeType] }) }),
  });
  return builder.inputType('ReleaseFilter', {
    fields: (t) => ({
      state: t.field({ type: stateFilter }),
      changeType: t.field({ type: typeFilter, description: 'With a change of one of these types.' }),
      date: t.field({ type: list.instantFilter }),
      published: t.field({ type: list.instantFilter }),
      created: t.field({ type: list.instantFilter }),
    }),
  });
}
