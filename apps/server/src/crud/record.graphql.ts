import { LIMITS } from '@backcounter/domain';
import type { FieldMap, InputRef, ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../audit/audit.graphql.ts';
import { auditHistory } from '../audit/audit-history.ts';
import { needs } from '../graphql/authorise.ts';
import { forwardArgs, localeArg, localName } from '../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import { selectionOf } from '../graphql/schema/selection.ts';
import { stampFields } from '../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import { addSearchedConnection } from '../listing/list-connection.ts';
import type { FilterInput } from '../listing/list-filter.ts';
import { addListQuery } from '../listing/list-query.graphql.ts';
import { allowedActions, type Entity } from './entity.ts';
import { ENTITY_ACTIONS, type EntityRow, type EntityUsage } from './entity-declaration.ts';
import { ENTITY_SEARCH_MATCHES } from './entity-list.ts';
import { readRecord } from './read-record.ts';
import { enumIn, type FieldEnum, type FieldEnums, type OutputFields, outputFields } from './record-fields.graphql.ts';

/** The types that all reference data shares. */
export function addEntityTypes<const Match extends string>(
  builder: Builder,
  list: ListTypes,
  history: AuditConnectionRef,
  ownMatches: Readonly<Record<Match, string>>,
) {
  const usage = builder.objectRef<EntityUsage>('Usage').implement({
    description: 'How many records of a kind use a record.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Noun: `account`.' }),
      count: t.int({
        description: 'How many, counted to 10,000.',
        resolve: ({ count }) => Math.min(count, LIMITS.countExactUpTo),
      }),
      isLowerBound: t.boolean({
        description: 'There are more than `count`.',
        resolve: ({ count }) => count > LIMITS.countExactUpTo,
      }),
    }),
  });
  const action = addEnum(builder, 'RecordAction', 'An action on a record.', ENTITY_ACTIONS);
  const searchMatch = addEnum(builder, 'RecordSearchMatch', 'How a search text was recognised.', {
    ...ENTITY_SEARCH_MATCHES,
    ...ownMatches,
  });
  return { list, history, usage, action, searchMatch };
}

/** The types that all reference data shares. */
export type EntityTypes = ReturnType<typeof addEntityTypes>;

/** Names of the fields of an entity in the API. */
export interface EntityFieldNames {
  /** Field of one record: `topic`. */
  readonly one: string;
  /** Field of the list: `topics`. */
  readonly many: string;
}

/** The types of an entity, for its mutations. */
export interface EntityRefs {
  readonly record: RecordRef;
  /** Enums by field. */
  readonly enums: FieldEnums;
  /** Filter of the list, for bulk actions. */
  readonly filter: InputRef<FilterInput>;
}

type RecordRef = ObjectRef<BuilderTypes, EntityRow>;

function enumOf(builder: Builder, entity: Entity, field: string, values: readonly string[]): FieldEnum {
  const described = [...values].sort().map((value) => [value, textOf(entity, `${field}.${value}`)]);
  const what = textOf(entity, field);
  return addEnum(builder, entity.typeName + capital(field), what, Object.fromEntries(described));
}

const STATE = 'Its state; `docs/states.md` shows what leads where.';
/** Descriptions of fields that many entities have. */
const COMMON: Readonly<Record<string, string>> = {
  archived: 'Whether it is archived.',
  state: STATE,
};

/** Description of a field, a filter, or a value of an enum (`state.ACTIVE`). */
function textOf({ typeName, descriptions, record }: Entity, name: string): string {
  const [field = '', value] = name.split('.');
  const entered = record.fields[field];
  const said = value === undefined ? entered?.description : entered?.values?.[value];
  const text = descriptions?.[name] ?? said ?? COMMON[name];
  if (text === undefined) throw new Error(`${typeName}: ${name} has no description.`);
  return text;
}

/** An entity in descriptions: `topic category`. */
export function wordsOf({ noun }: Pick<Entity, 'noun'>): string {
  return noun.replaceAll('-', ' ');
}

/** The fields of a type, for an entity's own ones. */
export type RecordFields = OutputFields<EntityRow>;

/** Fields of an entity beyond the common ones; its enums are found by field. */
export type MoreFields = (t: RecordFields, enums: (field: string) => FieldEnum) => FieldMap;

/**
 * Adds the read side of an entity: its type with history, usage and open actions, `one(id)` and the list `many`. `more`
 * adds the entity's own fields.
 */
export function addEntity(
  builder: Builder,
  shared: EntityTypes,
  entity: Entity,
  names: EntityFieldNames,
  more: MoreFields = () => ({}),
): EntityRefs {
  const enums = enumsOf(builder, entity);
  const record = addRecord(builder, shared, entity, enums, more);
  builder.queryField(names.one, (t) =>
    t.field({
      type: record,
      nullable: true,
      description: `One ${wordsOf(entity)}; null where there is none.`,
      extensions: needs(entity.permissions.read),
      args: { id: t.arg.id({ required: true, description: `Id of the ${wordsOf(entity)}.` }) },
      resolve: (_root, { id }, context, info) => readRecord(context, entity, id, selectionOf(info)),
    }),
  );
  const filter = addEntityList(builder, shared, entity, names.many, record, enums);
  return { record, enums, filter };
}

/** Enums of the entered fields and of filters by a state. */
function enumsOf(builder: Builder, entity: Entity): FieldEnums {
  const entered = entity.inputs.flatMap(({ name, values }) => (values ? [[name, Object.keys(values)] as const] : []));
  const filtered = Object.entries(entity.list.filters).flatMap(([key, { values }]) =>
    values ? [[key, values] as const] : [],
  );
  const values = new Map<string, readonly string[]>([...entered, ...filtered]);
  return Object.fromEntries([...values].map(([field, names]) => [field, enumOf(builder, entity, field, names)]));
}

function addRecord(
  builder: Builder,
  { history, usage, action }: EntityTypes,
  entity: Entity,
  enums: FieldEnums,
  more: MoreFields,
): RecordRef {
  const hasName = entity.inputs.some(({ name }) => name === 'nameI18n');
  return builder.objectRef<EntityRow>(entity.typeName).implement({
    description: entity.description,
    fields: (t) => ({
      id: t.id({ description: 'Its id.', resolve: ({ id }) => id }),
      ...(hasName && {
        name: t.string({
          description: 'Its name in one language.',
          args: { locale: localeArg(t) },
          resolve: ({ nameI18n }, { locale }) => localName(nameI18n as Record<string, string>, locale),
        }),
      }),
      ...outputFields(t, entity.inputs, enums),
      ...(entity.position !== null && {
        position: t.int({ description: 'Its place in the order, from 1.', resolve: ({ position }) => position }),
      }),
      ...stampFields(t),
      usedBy: t.field({
        resolve: ({ usedBy }) => usedBy,
        type: [usage],
        description: 'Number of its users by kind, for a warning before a change.',
      }),
      actions: t.field({
        type: [action],
        description: 'Actions that the caller may take on it now.',
        resolve: (row, _args, context) => allowedActions(entity, row, context),
      }),
      history: t.field({
        type: history,
        description: 'Its audit events, newest first.',
        args: forwardArgs(t),
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: entity.trail ?? entity.noun, id: String(row['id']) }, args, selectionOf(info)),
      }),
      ...more(t, (field) => enumIn(enums, field)),
    }),
  });
}

function addEntityList(
  builder: Builder,
  { list: types, searchMatch }: EntityTypes,
  entity: Entity,
  name: string,
  record: RecordRef,
  enums: EntityRefs['enums'],
): InputRef<FilterInput> {
  const { typeName, list, permissions } = entity;
  const filters = Object.entries(list.filters).map(([key, filter]) => [
    key,
    { ...filter, description: filter.description ?? textOf(entity, key) },
  ]);
  return addListQuery<EntityRow>(builder, types, {
    name,
    description: `A page of the list of ${wordsOf(entity)} records.`,
    permission: permissions.read,
    list: { ...list, filters: Object.fromEntries(filters) },
    listFor: () => list,
    connection: addSearchedConnection(builder, types, typeName, record, searchMatch),
    filter: [`${typeName}Filter`, `Which ${wordsOf(entity)} records a list shows: those that meet every filter given.`],
    enums,
    sort: [typeName],
  });
}

/** `nameI18n` as part of a type's name. */
function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The fields of entities whose records have states. */
export function stateFields<State extends string>(t: RecordFields, enums: (field: string) => FieldEnum) {
  return {
    state: t.field({ type: enums('state'), description: STATE, resolve: ({ state }) => state as State }),
    stateReason: t.string({
      nullable: true,
      description: 'Reason for the state; null: none given.',
      resolve: (row) => row['stateReason'] as string | null,
    }),
    stateChangedAt: t.field({
      type: 'DateTime',
      description: 'When it came into this state.',
      resolve: (row) => row['stateChangedAt'] as string,
    }),
  };
}

/** The field of entities whose records are archived. */
export function archivedAt(t: RecordFields) {
  return t.field({
    type: 'DateTime',
    nullable: true,
    description: 'When it was archived; null while it is in use.',
    resolve: (row) => row.archivedAt,
  });
}
