import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { selectionOf } from '../../graphql/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { runList } from '../../listing/run-list.ts';
import type { ReleaseEnums, ReleaseRef } from './release.graphql.ts';
import { releaseList } from './release.list.ts';
import type { ReleaseRow } from './release-record.ts';

const SEARCH_MATCHES = ['ID', 'NUMBER', 'TEXT', 'NONE'] as const;
const SORT_KEYS = ['CREATED', 'DATE', 'NUMBER', 'UPDATED'] as const;

/** `releases`. */
export function addReleaseList(builder: Builder, list: ListTypes, enums: ReleaseEnums, release: ReleaseRef): void {
  const searchMatch = builder.enumType('ReleaseSearchMatch', { values: SEARCH_MATCHES });
  const sort = addListSort(builder, list, 'Release', SORT_KEYS, 'NUMBER: precedence of semantic versions.');
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Release', release, searchMatch);
  builder.queryField('releases', (t) =>
    t.field({
      type: connection,
      extensions: needs('release.read'),
      args: {
        ...list.pageArgs,
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
  const stateFilter = addEnumFilter(builder, 'ReleaseStateFilter', state);
  const typeFilter = addEnumFilter(builder, 'ChangeTypeFilter', changeType);
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
