import type { FieldProblems, Permission, RecordDefinition, RecordFields, StateMachine } from '@backcounter/domain';
import type { EffectContext } from '../graphql/request-context.ts';
import type { Stamped } from '../graphql/schema/shared-fields.ts';
import type { FilterDefinition, NamedList } from '../listing/list-definition.ts';

/** Values of a record's fields, by the names of the API. */
export type EntityValues = Readonly<Record<string, unknown>>;

/** The selected fields of a record; members have the names of the API's fields. */
export interface EntityRow extends EntityValues, Stamped {
  readonly id: string;
  readonly archivedAt: string | null;
  readonly position: number;
  readonly usedBy: readonly EntityUsage[];
}

/** Number of records of a kind that use a record; counting stops one above 10,000. */
export interface EntityUsage {
  readonly kind: string;
  readonly count: number;
}

/** Manual order of records. */
export interface EntityPosition {
  /** Field of the parent within which records are ordered; null: one order for all records. */
  readonly within: string | null;
  /** SQL of a whole number that orders the records of all parents; the table's alias is `r`. */
  readonly sql: string;
}

/** Usages of a record: noun of the users, and SQL (after FROM) that finds those of the record `r`. */
export type EntityUsages = Readonly<Record<string, string>>;

/** Actions on a record, besides reading it. */
export const ENTITY_ACTIONS = {
  ACTIVATE: 'Put it into use.',
  ARCHIVE: 'Archive it: it can no longer be chosen, and stays where it is used.',
  CLOSE: 'Close it permanently.',
  EDIT: 'Change its fields.',
  INVITE: 'Send a new link of the invitation.',
  MOVE: 'Change its place in the order.',
  REACTIVATE: 'Put it into use again after a suspension.',
  RESET: 'Return to the default value.',
  RESTORE: 'Bring it back from the archive.',
  RETIRE: 'Take it out of use; what was given stays.',
  REVOKE: 'Revoke the invitation.',
  ROTATE: 'Replace its secret.',
  SUSPEND: 'Put it out of use for a time.',
  UNLOCK: 'End the wait after wrong passwords.',
} as const;
/** One of the actions. */
export type EntityAction = keyof typeof ENTITY_ACTIONS;

/** A noun with permissions to read and to edit. */
export type EntityNoun = {
  [Each in Permission]: Each extends `${infer Noun}.edit` ? (`${Noun}.read` extends Permission ? Noun : never) : never;
}[Permission];

/** The declaration of an entity. Table and columns are named after noun and fields, in snake case. */
export interface EntityDeclaration {
  /** Entered fields. */
  readonly record: RecordDefinition<RecordFields, EntityNoun>;
  /** Name of the type in the API, and its description. */
  readonly typeName: string;
  readonly description: string;
  /**
   * Descriptions of fields, filters and enum values (`state.ACTIVE`) that are not entered. Common ones have defaults.
   */
  readonly descriptions?: Readonly<Record<string, string>>;
  /** Kind in the audit trail; absent: the noun. */
  readonly trail?: string;
  /** The key column and its type. */
  readonly key: EntityKey;
  /** Columns that are shown but not entered: SQL by field. */
  readonly shown: Readonly<Record<string, string>>;
  /** SQL texts in which a search looks for a fragment. */
  readonly searched: readonly string[];
  /** Filters besides those by entered fields. */
  readonly filters: Readonly<Record<string, FilterDefinition>>;
  readonly sorts: NamedList['sorts'];
  readonly defaultSort: string;
  readonly usages: EntityUsages;
  /** By the field that holds the key of another record. */
  readonly references: Readonly<Record<string, EntityReference>>;
  readonly position: EntityPosition | null;
  /** Problems between the fields of a record after a change. */
  problems(row: EntityValues): FieldProblems;
  /** State machine of records with a field `state`. */
  readonly machine?: StateMachine;
  /** Restricts the records that a caller may see; absent: no restriction. */
  readonly rows?: NamedList['rows'];
  /** Refuses values that this caller may not enter, or that a reference is needed to check. */
  refuse?(values: EntityValues, context: EffectContext): void;
  /** Why no one may change a record; null for all others. */
  fixed?(row: EntityValues): string | null;
  /** Possible actions on a record (all `shown` and entered fields) without states. */
  openActions?(row: EntityValues): readonly EntityAction[];
}

/** Records that a field refers to; they have a code, and names by language. */
export interface EntityReference {
  readonly table: string;
  /** Column whose value the field holds. */
  readonly key: 'code' | 'id';
  /** SQL condition on the table's columns for new references. */
  readonly isOpen: string;
  /** Rule broken by an existing record that does not match the others, as found by a foreign key of several columns. */
  readonly misplaced?: string;
}

/** The key of an entity. */
export interface EntityKey {
  readonly column: string;
  readonly cast: 'text' | 'uuid';
}

/** The key of records with generated ids. */
export const ID_KEY: EntityKey = { column: 'id', cast: 'uuid' };
/** SQL of a single order of all records. */
export const ONE_ORDER: EntityPosition = { within: null, sql: 'r.position' };

/** Field `archivedAt` of entities whose records are archived, and its filter. */
export const ARCHIVED_FIELD = { archivedAt: 'r.archived_at' } as const;
/** Filter for archived records. */
export const ARCHIVED_FILTER = { archived: { kind: 'BOOLEAN', sql: 'r.archived_at is not null' } } as const;
/** The only action on an archived record is to restore it. */
export function archiveActions({ archivedAt }: EntityValues): readonly EntityAction[] {
  return archivedAt == null ? ['EDIT', 'ARCHIVE', 'MOVE'] : ['RESTORE'];
}

/** No problems between fields. */
export function noProblems(): FieldProblems {
  return {};
}
