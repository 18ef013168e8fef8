import type { EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addReleaseEnums, addReleaseType } from './release.graphql.ts';
import { addReleaseList } from './release-list.graphql.ts';
import { addReleaseMutations } from './release-mutation.graphql.ts';

/** Release notes, which people read in the popup and the changelog. */
export function addRelease(builder: Builder, shared: EntityTypes): void {
  const enums = addReleaseEnums(builder);
  const release = addReleaseType(builder, enums, shared.history);
  addReleaseList(builder, shared.list, enums, release);
  addReleaseMutations(builder, enums, release);
}
