import type { FieldProblems, Permission, RecordDefinition, RecordFields, StateMachine } from '@backcounter/domain';
import type { Stamped } from '../graphql/schema/shared-fields.ts';
import type { FilterDefinition, NamedList } from '../listing/list-definition.ts';

/** Values of a record's fields, by the names of the API. */
export type EntityValues = Readonly<Record<string, unknown>>;

/** A record as far as it was asked for; members are named as the API's fields. */
export interface EntityRow extends EntityValues, Stamped {
  readonly id: string;
  readonly archivedAt: string | null;
  readonly position: number;
  readonly usedBy: readonly EntityUsage[];
}

/** How many records of a kind use a record; counting stops one above 10,000. */
export interface EntityUsage {
  readonly kind: string;
  readonly count: number;
}

/** Order that people give to records. */
export interface EntityPosition {
  /** Field of the parent inside of which records have their order; null: all records have one order. */
  readonly within: string | null;
  /** SQL of a whole number that orders the records of all parents; the table's alias is `r`. */
  readonly sql: string;
}

/** Who uses a record: noun of the users, and SQL (after FROM) that finds those of the record `r`. */
export type EntityUsages = Readonly<Record<string, string>>;

/** What a person may do with a record now, besides reading it. */
export const ENTITY_ACTIONS = {
  ACTIVATE: 'Put it into use.',
  ARCHIVE: 'Archive it: it can no longer be chosen, and stays where it is used.',
  CLOSE: 'Close it permanently.',
  EDIT: 'Change its fields.',
  MOVE: 'Change its place in the order.',
  REACTIVATE: 'Put it into use again after a suspension.',
  RESET: 'Return to the default value.',
  RESTORE: 'Bring it back from the archive.',
  RETIRE: 'Take it out of use; what was given stays.',
  ROTATE: 'Replace its secret.',
  SUSPEND: 'Put it out of use for a time.',
} as const;
/** One of the actions. */
export type EntityAction = keyof typeof ENTITY_ACTIONS;

/** A noun with permissions to read and to edit. */
export type EntityNoun = {
  [Each in Permission]: Each extends `${infer Noun}.edit` ? (`${Noun}.read` extends Permission ? Noun : never) : never;
}[Permission];

/** What is said about an entity once. Table and columns are named as noun and fields, in snake case. */
export interface EntityDeclaration {
  /** Entered fields. */
  readonly record: RecordDefinition<RecordFields, EntityNoun>;
  /** Name of the type in the API, and what it says about a record. */
  readonly typeName: string;
  readonly description: string;
  /** Descriptions of fields, filters and enum values (`state.ACTIVE`) that are not entered. Common ones have defaults. */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Column that is the key, and what it holds. */
  readonly key: EntityKey;
  /** Columns that are shown and that no form has: SQL by field. */
  readonly shown: Readonly<Record<string, string>>;
  /** SQL texts in which a search looks for a fragment. */
  readonly searched: readonly string[];
  /** Filters beyond those by entered fields. */
  readonly filters: Readonly<Record<string, FilterDefinition>>;
  readonly sorts: NamedList['sorts'];
  readonly defaultSort: string;
  readonly usages: EntityUsages;
  /** By field that holds the key of another record. */
  readonly references: Readonly<Record<string, EntityReference>>;
  readonly position: EntityPosition | null;
  /** What is wrong between the fields of a record as it would be. */
  problems(row: EntityValues): FieldProblems;
  /** What may be done in which state, where records have a field `state`. */
  readonly machine?: StateMachine;
  /** What may be done with a record (all `shown` and entered fields) that has no states. */
  openActions?(row: EntityValues): readonly EntityAction[];
}

/** Records that a field refers to; they have a code, and names by language. */
export interface EntityReference {
  readonly table: string;
  /** Column that the field holds. */
  readonly key: 'code' | 'id';
  /** SQL condition on the table's columns: one may refer to it anew. */
  readonly isOpen: string;
  /** Rule that is broken by a record that is there and does not go with the others; a foreign key of several columns finds that out. */
  readonly misplaced?: string;
}

/** The key of an entity. */
export interface EntityKey {
  readonly column: string;
  readonly cast: 'text' | 'uuid';
}

/** The key of records that the product numbers. */
export const ID_KEY: EntityKey = { column: 'id', cast: 'uuid' };
/** SQL of the one order of all records. */
export const ONE_ORDER: EntityPosition = { within: null, sql: 'r.position' };

/** Field `archivedAt` of entities whose records are archived, and the filter for it. */
export const ARCHIVED_FIELD = { archivedAt: 'r.archived_at' } as const;
/** Filter for archived records. */
export const ARCHIVED_FILTER = { archived: { kind: 'BOOLEAN', sql: 'r.archived_at is not null' } } as const;
/** What an archive leaves to do: an archived record can be restored, nothing else. */
export function archiveActions({ archivedAt }: EntityValues): readonly EntityAction[] {
  return archivedAt == null ? ['EDIT', 'ARCHIVE', 'MOVE'] : ['RESTORE'];
}

/** No problems between fields. */
export function noProblems(): FieldProblems {
  return {};
}
