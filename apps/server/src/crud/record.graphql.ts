import { LIMITS } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import type { AuditConnectionRef } from '../audit/audit.graphql.ts';
import { auditHistory } from '../audit/audit-history.ts';
import { needs } from '../graphql/authorise.ts';
import type { Builder } from '../graphql/builder.ts';
import { localName } from '../graphql/reference-data.ts';
import { selectionOf } from '../graphql/selection.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../listing/list-connection.ts';
import type { FilterInput } from '../listing/list-filter.ts';
import { runList } from '../listing/run-list.ts';
import { allowedActions, type Entity } from './entity.ts';
import type { EntityAction, EntityRow, EntityUsage } from './entity-declaration.ts';
import { ENTITY_SEARCH_MATCHES } from './entity-list.ts';
import { readRecord } from './read-record.ts';

const ACTIONS: readonly EntityAction[] = [
  'ACTIVATE',
  'ARCHIVE',
  'CLOSE',
  'EDIT',
  'MOVE',
  'REACTIVATE',
  'RESET',
  'RESTORE',
  'RETIRE',
  'ROTATE',
  'SUSPEND',
];

/** The types that all reference data share. */
export function addEntityTypes(builder: Builder, list: ListTypes, history: AuditConnectionRef) {
  const usage = builder.objectRef<EntityUsage>('Usage').implement({
    description: 'How many records of a kind use a record.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Noun: `account`.' }),
      count: t.int({ resolve: ({ count }) => Math.min(count, LIMITS.countExactUpTo) }),
      isLowerBound: t.boolean({
        description: 'There are more than `count`.',
        resolve: ({ count }) => count > LIMITS.countExactUpTo,
      }),
    }),
  });
  const action = builder.enumType('RecordAction', { values: ACTIONS });
  const searchMatch = builder.enumType('RecordSearchMatch', { values: ENTITY_SEARCH_MATCHES });
  return { list, history, usage, action, searchMatch };
}

/** The types that all reference data share. */
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
  /** Enums by the field that they are of. */
  readonly enums: Readonly<Record<string, EnumRef>>;
  /** Filter of the list, for what is done with many records. */
  readonly filter: InputRef<FilterInput>;
}

type RecordRef = ReturnType<typeof addRecord>;
type EnumRef = ReturnType<typeof enumOf>;

function enumOf(builder: Builder, name: string, values: readonly string[]) {
  return builder.enumType(name, { values: [...values].sort() });
}

/** The fields of a type, for what an entity shows beyond its own columns. */
export type RecordFields = Parameters<Parameters<ReturnType<typeof recordRefOf>['implement']>[0]['fields'] & {}>[0];
type FieldMap = ReturnType<Parameters<ReturnType<typeof recordRefOf>['implement']>[0]['fields'] & {}>;

/** Fields that an entity shows beyond those that all have; its enums are found by their fields. */
export type MoreFields = (t: RecordFields, enums: (field: string) => EnumRef) => FieldMap;

function recordRefOf(builder: Builder, name: string) {
  return builder.objectRef<EntityRow>(name);
}

/**
 * An entity as people read it: its type with history, usage and open actions, `one(id)` and the list `many`.
 * `more` adds fields of the entity's own.
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
      extensions: needs(entity.permissions.read),
      args: { id: t.arg.id({ required: true }) },
      resolve: (_root, { id }, context, info) => readRecord(context, entity, id, selectionOf(info)),
    }),
  );
  const filter = addEntityList(builder, shared, entity, names.many, record, enums);
  return { record, enums, filter };
}

/** Enums of the entered fields and of filters by a state. */
function enumsOf(builder: Builder, { typeName, inputs, list }: Entity): Record<string, EnumRef> {
  const values = new Map(inputs.filter(({ kind }) => kind === 'ENUM').map((field) => [field.name, field.values]));
  for (const [key, filter] of Object.entries(list.filters)) if (filter.values) values.set(key, filter.values);
  return Object.fromEntries(
    [...values].map(([field, list]) => [field, enumOf(builder, typeName + capital(field), list)]),
  );
}

function addRecord(
  builder: Builder,
  { history, usage, action }: EntityTypes,
  entity: Entity,
  enums: Readonly<Record<string, EnumRef>>,
  more: MoreFields,
) {
  const hasName = entity.inputs.some(({ name }) => name === 'nameI18n');
  return recordRefOf(builder, entity.typeName).implement({
    fields: (t) => ({
      id: t.id({ resolve: ({ id }) => id }),
      ...(hasName && {
        name: t.string({
          args: { locale: t.arg.string() },
          resolve: ({ nameI18n }, { locale }) => localName(nameI18n as Record<string, string>, locale),
        }),
      }),
      ...Object.fromEntries(
        entity.inputs.map((field) => [
          field.name,
          t.field({
            type: typeOf(field, enums),
            nullable: field.isNullable,
            resolve: (row) => row[field.name] as never,
          }),
        ]),
      ),
      ...(entity.position !== null && { position: t.int({ resolve: ({ position }) => position }) }),
      createdAt: t.field({ type: 'DateTime', resolve: ({ createdAt }) => createdAt }),
      updatedAt: t.field({ type: 'DateTime', resolve: ({ updatedAt }) => updatedAt }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ updatedBySub: sub, updatedByName: name }) => (sub === null ? null : { sub, name: name ?? sub }),
      }),
      version: t.int({ resolve: ({ version }) => version }),
      usedBy: t.field({
        resolve: ({ usedBy }) => usedBy,
        type: [usage],
        description: 'Who uses it, before a change that they would notice.',
      }),
      actions: t.field({
        type: [action],
        description: 'What this person may do with it now.',
        resolve: (row, _args, context) => allowedActions(entity, row, context),
      }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: entity.noun, id: String(row['id']) }, args, selectionOf(info)),
      }),
      ...more(t, (field) => enumIn(enums, field)),
    }),
  });
}

function addEntityList(
  builder: Builder,
  { list: listTypes, searchMatch }: EntityTypes,
  { typeName, list, permissions }: Entity,
  fieldName: string,
  record: RecordRef,
  enums: EntityRefs['enums'],
): InputRef<FilterInput> {
  const sort = addListSort(builder, listTypes, typeName, Object.keys(list.sorts).sort());
  const filter = addFilter(builder, listTypes, typeName, list.filters, enums);
  const connection = addSearchedConnection(builder, listTypes, typeName, record, searchMatch);
  builder.queryField(fieldName, (t) =>
    t.field({
      type: connection,
      extensions: needs(permissions.read),
      args: {
        ...listTypes.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: listTypes.listStart }),
      },
      resolve: (_root, args, context, info) => runList<EntityRow>(list, context, args, selectionOf(info)),
    }),
  );
  return filter;
}

function addFilter(
  builder: Builder,
  { codeFilter, idFilter, instantFilter, numberFilter }: ListTypes,
  typeName: string,
  filters: Entity['list']['filters'],
  enums: Readonly<Record<string, EnumRef>>,
) {
  const enumFilters = Object.fromEntries(
    Object.entries(enums)
      .filter(([key]) => filters[key] !== undefined)
      .map(([key, type]) => [key, addEnumFilter(builder, `${typeName}${capital(key)}Filter`, type)]),
  );
  return builder.inputType(`${typeName}Filter`, {
    fields: (t) =>
      Object.fromEntries(
        Object.entries(filters).map(([key, { kind }]) => {
          const type = {
            ENUM: enumFilters[key],
            CODE: codeFilter,
            ID: idFilter,
            INSTANT: instantFilter,
            NUMBER: numberFilter,
          }[kind as string];
          return [key, type === undefined ? t.boolean() : t.field({ type })];
        }),
      ),
  });
}

/** Type in the API of a field. */
export function typeOf({ name, kind }: Entity['inputs'][number], enums: Readonly<Record<string, EnumRef>>) {
  switch (kind) {
    case 'ENUM':
      return enumIn(enums, name);
    case 'BOOLEAN':
      return 'Boolean';
    case 'DATE':
      return 'Date';
    case 'ID':
      return 'ID';
    case 'INT':
      return 'Int';
    case 'LOCALIZED_TEXT':
      return 'LocalizedText';
    case 'SAFE_INT':
      return 'SafeInt';
    case 'TEXT':
      return 'String';
  }
}

/** `nameI18n` as part of a type's name. */
function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

/** The field of entities whose records are archived. */
export function archivedAt(t: RecordFields) {
  return t.field({ type: 'DateTime', nullable: true, resolve: (row) => row.archivedAt });
}

function enumIn(enums: Readonly<Record<string, EnumRef>>, field: string): EnumRef {
  const found = enums[field];
  if (found === undefined) throw new Error(`The enum of ${field} is not declared.`);
  return found;
}
