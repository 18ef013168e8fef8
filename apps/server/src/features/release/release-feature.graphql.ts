import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter } from '../../listing/list-connection.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { addReleaseEnums, addReleaseType, type ReleaseEnums, type ReleaseRef } from './release.graphql.ts';
import { type ReleaseRow, releaseList } from './release.list.ts';
import { addReleaseMutations } from './release-mutation.graphql.ts';

/** Release notes, which people read in the popup and the changelog. */
export function addRelease(builder: Builder, shared: EntityTypes): void {
  const enums = addReleaseEnums(builder);
  const release = addReleaseType(builder, enums, shared.history);
  addReleaseList(builder, shared.list, enums, release);
  addReleaseMutations(builder, enums, release);
}

const SEARCH_MATCHES = {
  ID: 'The id of a release.',
  NUMBER: 'The start of a number.',
  TEXT: 'Part of a title or description.',
  NONE: 'Nothing that this list can be searched for.',
};

/** `releases`. */
function addReleaseList(builder: Builder, list: ListTypes, enums: ReleaseEnums, release: ReleaseRef): void {
  addListQuery<ReleaseRow>(builder, list, {
    name: 'releases',
    description: 'A page of the list of releases.',
    permission: 'release.read',
    list: releaseList,
    connection: ['Release', release, 'Meanings of a search text.', SEARCH_MATCHES],
    filter: ['ReleaseFilter', 'Filters of the list of releases; a release must match all of them.'],
    enums: { ...enums, changeType: addEnumFilter(builder, 'ChangeTypeFilter', enums.changeType) },
    sort: ['Release', 'NUMBER: precedence of semantic versions.'],
    search: 'Id, start of the number, or part of any text.',
  });
}
