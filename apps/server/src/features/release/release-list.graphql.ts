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
import { runList } from '../../listing/run-list.ts';
import type { ReleaseEnums, ReleaseRef } from './release.graphql.ts';
import { releaseList } from './release.list.ts';
import type { ReleaseRow } from './release-record.ts';

const SEARCH_MATCHES = {
  ID: 'The id of a release.',
  NUMBER: 'The start of a number.',
  TEXT: 'Part of a title or description.',
  NONE: 'Nothing that this list can be searched for.',
};
const SORT_KEYS = ['CREATED', 'DATE', 'NUMBER', 'UPDATED'] as const;

/** `releases`. */
export function addReleaseList(builder: Builder, list: ListTypes, enums: ReleaseEnums, release: ReleaseRef): void {
  const searchMatch = addEnum(builder, 'ReleaseSearchMatch', 'Meanings of a search text.', SEARCH_MATCHES);
  const sort = addListSort(builder, list, 'Release', SORT_KEYS, 'NUMBER: precedence of semantic versions.');
  const filter = addFilter(builder, list, enums);
  const connection = addSearchedConnection(builder, list, 'Release', release, searchMatch);
  builder.queryField('releases', (t) =>
    t.field({
      type: connection,
      description: 'A page of the list of releases.',
      extensions: needs('release.read'),
      args: {
        ...listArgs(t, list, filter, sort),
        search: searchArg(t, 'Id, start of the number, or part of any text.'),
      },
      resolve: (_root, args, context, info) => runList<ReleaseRow>(releaseList, context, args, selectionOf(info)),
    }),
  );
}

function addFilter(builder: Builder, list: ListTypes, { state, changeType }: ReleaseEnums) {
  const stateFilter = addEnumFilter(builder, 'ReleaseStateFilter', state);
  const typeFilter = addEnumFilter(builder, 'ChangeTypeFilter', changeType);
  return builder.inputType('ReleaseFilter', {
    description: 'Filters of the list of releases; a release must match all of them.',
    fields: (t) => ({
      state: t.field({ type: stateFilter, description: 'States of the release.' }),
      changeType: t.field({ type: typeFilter, description: 'With a change of one of these types.' }),
      date: t.field({ type: list.instantFilter, description: 'Dates shown for the releases.' }),
      published: t.field({ type: list.instantFilter, description: 'When they were first published.' }),
      created: t.field({ type: list.instantFilter, description: 'When they were created.' }),
    }),
  });
}
