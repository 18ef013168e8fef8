import { type PlainNoun, plainRecord } from '@backcounter/domain';
import { defineEntity, type Entity } from './entity.ts';
import {
  ARCHIVED_FIELD,
  ARCHIVED_FILTER,
  archiveActions,
  type EntityDeclaration,
  ID_KEY,
  noProblems,
  ONE_ORDER,
} from './entity-declaration.ts';
import { CODE_AND_NAMES, CODE_SORT, NAME_SORT } from './entity-list.ts';

/** The differences between plain entities. */
export interface PlainEntity extends Pick<EntityDeclaration, 'typeName' | 'description' | 'usages'> {
  readonly noun: PlainNoun;
}

/**
 * An entity with a permanent code and a name in each language, archived instead of deleted, in an order that people
 * set.
 */
export function plainEntity({ noun, ...declaration }: PlainEntity): Entity {
  return defineEntity({
    ...declaration,
    record: plainRecord(noun),
    key: ID_KEY,
    shown: ARCHIVED_FIELD,
    searched: CODE_AND_NAMES,
    filters: ARCHIVED_FILTER,
    sorts: { NAME: NAME_SORT, CODE: CODE_SORT },
    defaultSort: 'POSITION',
    references: {},
    position: ONE_ORDER,
    problems: noProblems,
    openActions: archiveActions,
  });
}
