import { LIMITS } from '@backcounter/domain';
import type { EnumRef, InputRef, ObjectRef } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import { callerMay, type RequestContext, requirePermission } from '../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import { orNull } from '../graphql/schema/or-null.ts';
import { maySortBy } from './list-arguments.ts';
import type { ListCount } from './list-count.ts';
import type { FilterDefinition, NamedList } from './list-definition.ts';
import { countGroups, type ListGroup } from './list-groups.ts';
import { addRecordVersion, type RecordVersionRef } from './record-changes.graphql.ts';
import type { ListPage } from './run-list.ts';

const OPERATORS = {
  BOOLEAN: ['is'],
  CODE: ['in', 'notIn'],
  ENUM: ['in', 'notIn'],
  ID: ['in', 'notIn'],
  INSTANT: ['from', 'to', 'withinDays', 'olderThanDays', 'nextDays', 'isEmpty'],
  LIVE: ['is'],
  NUMBER: ['from', 'to'],
  TEXT: ['in', 'notIn'],
} as const;

interface Among {
  in?: string[] | null | undefined;
  notIn?: string[] | null | undefined;
}

interface Range<Value> {
  from?: Value | null | undefined;
  to?: Value | null | undefined;
}

interface Window extends Range<Date> {
  withinDays?: number | null | undefined;
  olderThanDays?: number | null | undefined;
  nextDays?: number | null | undefined;
  isEmpty?: boolean | null | undefined;
}

type SortDirectionRef = EnumRef<BuilderTypes, 'ASC' | 'DESC'>;

/** Shared types for features that add a list. */
export interface ListTypes {
  readonly listName: EnumRef<BuilderTypes, string>;
  readonly sortDirection: SortDirectionRef;
  readonly pageInfo: ObjectRef<BuilderTypes, ListPage['pageInfo']>;
  readonly countKind: EnumRef<BuilderTypes, ListCount['kind']>;
  readonly listCount: ObjectRef<BuilderTypes, ListCount>;
  readonly codeFilter: InputRef<Among>;
  readonly idFilter: InputRef<Among>;
  readonly textFilter: InputRef<Among>;
  readonly instantFilter: InputRef<Window>;
  readonly numberFilter: InputRef<Range<number>>;
  readonly listStart: InputRef<{ id: string; date?: never } | { date: Date; id?: never }>;
  readonly recordVersion: RecordVersionRef;
}

/** Adds the types that all lists share, and `listCapabilities` for the given lists. */
export function addListTypes(
  builder: Builder,
  lists: Readonly<Record<string, NamedList>>,
  searches: readonly string[],
): ListTypes {
  const sortDirection = addEnum(builder, 'SortDirection', 'Which end of an order comes first.', {
    ASC: 'The smallest, earliest or first by alphabet.',
    DESC: 'The largest, latest or last by alphabet.',
  });
  const countKind = addEnum(builder, 'CountKind', 'How exact a count is.', {
    ESTIMATE: 'Estimated by the database.',
    EXACT: 'Counted.',
    LOWER_BOUND: 'Counting stopped here: there are more.',
  });

  const pageInfo = builder.objectRef<ListPage['pageInfo']>('PageInfo').implement({
    description: 'Position of a page, and whether more follows.',
    fields: (t) => ({
      hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether rows follow.' }),
      hasPreviousPage: t.exposeBoolean('hasPreviousPage', { description: 'Whether rows come before.' }),
      startCursor: t.exposeString('startCursor', orNull('Cursor of the first row; null on an empty page.')),
      endCursor: t.exposeString('endCursor', orNull('Cursor of the last row; null on an empty page.')),
    }),
  });
  const listCount = builder.objectRef<ListCount>('ListCount').implement({
    description: 'How many rows match.',
    fields: (t) => ({
      kind: t.expose('kind', { type: countKind, description: 'How exact it is.' }),
      value: t.expose('value', { type: 'SafeInt', description: 'How many.' }),
      countedAt: t.expose('countedAt', { type: 'DateTime', description: 'When they were counted.' }),
    }),
  });
  const among = { in: 'Rows with one of these.', notIn: 'Rows with none of these.' };
  const texts = (t: PothosSchemaTypes.InputFieldBuilder<BuilderTypes, 'InputObject'>) => ({
    in: t.stringList({ description: among.in }),
    notIn: t.stringList({ description: among.notIn }),
  });
  const codeFilter = builder.inputType('CodeFilter', { description: 'Codes, each as it is.', fields: texts });
  const textFilter = builder.inputType('TextFilter', {
    description: 'Whole texts, each as it is.',
    fields: texts,
  });
  const idFilter = builder.inputType('IdFilter', {
    description: 'Ids of records.',
    fields: (t) => ({
      in: t.idList({ description: among.in }),
      notIn: t.idList({ description: among.notIn }),
    }),
  });
  const instantFilter = builder.inputType('InstantFilter', {
    description:
      'Half-open window; days are periods of 24 hours, counted from now; `isEmpty` finds rows without a value.',
    fields: (t) => ({
      from: t.field({ type: 'DateTime', description: 'At this instant or later.' }),
      to: t.field({ type: 'DateTime', description: 'Before this instant.' }),
      withinDays: t.int({ description: 'Within this many days before now.' }),
      olderThanDays: t.int({ description: 'More than this many days before now.' }),
      nextDays: t.int({ description: 'After now, within this many days.' }),
      isEmpty: t.boolean({ description: 'Whether there is no value.' }),
    }),
  });
  const numberFilter = builder.inputType('NumberFilter', {
    description: 'An inclusive range; either end is optional.',
    fields: (t) => ({
      from: t.field({ type: 'SafeInt', description: 'At least this.' }),
      to: t.field({ type: 'SafeInt', description: 'At most this.' }),
    }),
  });
  const listStart = builder.inputType('ListStart', {
    description: 'Where a page starts instead of at an end: at a record, or at a date in a list sorted by a date.',
    isOneOf: true,
    fields: (t) => ({
      id: t.id({ description: 'At this record.' }),
      date: t.field({ type: 'DateTime', description: 'At this instant, in a list sorted by a date.' }),
    }),
  });

  const listName = addCapabilities(builder, lists, sortDirection, searches);
  return {
    listName,
    sortDirection,
    pageInfo,
    countKind,
    listCount,
    codeFilter,
    idFilter,
    textFilter,
    instantFilter,
    numberFilter,
    listStart,
    recordVersion: addRecordVersion(builder),
  };
}

function isOffered({ permission, live }: FilterDefinition, { caller, services }: RequestContext): boolean {
  if (live !== undefined && live(services) === null) return false;
  return permission === undefined || callerMay(caller, permission);
}

interface Capability {
  readonly definition: NamedList;
  readonly context: RequestContext;
}

function addCapabilities(
  builder: Builder,
  lists: Readonly<Record<string, NamedList>>,
  sortDirection: SortDirectionRef,
  searches: readonly string[],
) {
  const filterKind = addEnum(builder, 'FilterKind', 'The kind of values a filter compares; determines its operators.', {
    BOOLEAN: 'True or false.',
    CODE: 'Codes, such as those of countries.',
    ENUM: 'Values of an enum.',
    ID: 'Ids of records.',
    INSTANT: 'Instants.',
    NUMBER: 'Whole numbers.',
    TEXT: 'Whole texts of up to 255 characters.',
    LIVE: 'True or false at this moment, from outside the database: it cannot be sorted by, and it fails with `filter.too-broad` above 10,000 rows.',
  });
  const listName = addEnum(
    builder,
    'ListName',
    'The lists of the API.',
    Object.fromEntries(
      Object.entries(lists).map(([name, { exported }]) => [
        name,
        `List of ${name.toLowerCase().replaceAll('_', ' ')}. Columns of its files: \`${Object.keys(exported.columns).join('`, `')}\`.`,
      ]),
    ),
  );
  const filterCapability = builder
    .objectRef<{ key: string; kind: keyof typeof OPERATORS; operators: readonly string[]; values: readonly string[] }>(
      'FilterCapability',
    )
    .implement({
      description: 'A filter that this person may use.',
      fields: (t) => ({
        key: t.exposeString('key', { description: 'Field of the filter input.' }),
        kind: t.expose('kind', { type: filterKind, description: 'Kind of value that it compares.' }),
        operators: t.stringList({
          description: 'Fields of its own input.',
          resolve: ({ operators }) => [...operators],
        }),
        values: t.stringList({
          description: 'Values of an enum; empty for others.',
          resolve: ({ values }) => [...values],
        }),
      }),
    });
  const sortCapability = builder
    .objectRef<{ key: string; defaultDirection: 'ASC' | 'DESC'; isDate: boolean }>('SortCapability')
    .implement({
      description: 'An order that this person may use.',
      fields: (t) => ({
        key: t.exposeString('key', { description: 'Value of the sort key.' }),
        defaultDirection: t.expose('defaultDirection', {
          type: sortDirection,
          description: 'The default direction.',
        }),
        isDate: t.exposeBoolean('isDate', { description: 'Whether a page may start at a date.' }),
      }),
    });
  const sortsOf = ({ definition, context }: Capability) =>
    Object.entries(definition.sorts)
      .filter(([, sort]) => maySortBy(sort, context.caller) && sort.isRelevance !== true)
      .map(([key, { defaultDirection, isDate }]) => ({ key, defaultDirection, isDate }));
  const capabilities = builder.objectRef<Capability>('ListCapabilities').implement({
    description: 'Permissions of the caller on a list.',
    fields: (t) => ({
      sorts: t.field({
        type: [sortCapability],
        description: 'Orders, by name; `RELEVANCE`, the default of a search, is not among them.',
        resolve: sortsOf,
      }),
      filters: t.field({
        type: [filterCapability],
        description: 'Filters.',
        resolve: ({ definition, context }) =>
          Object.entries(definition.filters)
            .filter(([, filter]) => isOffered(filter, context))
            .map(([key, { kind, values }]) => ({ key, kind, operators: OPERATORS[kind], values: values ?? [] })),
      }),
      defaultSort: t.field({
        type: sortCapability,
        description: 'The default order.',
        resolve: (capability) => {
          const { definition } = capability;
          const found = sortsOf(capability).find(({ key }) => key === definition.defaultSort);
          if (found === undefined) throw new Error(`${definition.name} has no default order.`);
          return found;
        },
      }),
      searches: t.stringList({
        description: `Kinds of search text that this person may use: ${searches.join(', ')}.`,
        resolve: ({ definition, context }) => [...definition.searches(context.caller)],
      }),
      pageSizeMax: t.int({ description: 'Maximum rows per page.', resolve: () => LIMITS.pageSizeMax }),
    }),
  });
  builder.queryField('listCapabilities', (t) =>
    t.field({
      type: capabilities,
      description: 'Permissions of the caller on a list.',
      extensions: needs('session.read'),
      args: { list: t.arg({ type: listName, required: true, description: 'Which list.' }) },
      resolve: (_root, { list }, context) => ({ definition: readable(lists, list, context), context }),
    }),
  );
  addGroups(builder, lists, listName);
  return listName;
}

function addGroups(
  builder: Builder,
  lists: Readonly<Record<string, NamedList>>,
  listName: EnumRef<BuilderTypes, string>,
) {
  const group = builder.objectRef<ListGroup>('ListGroup').implement({
    description: 'Rows with one value of a filter.',
    fields: (t) => ({
      value: t.exposeString('value', { description: 'The value, as in the filter.' }),
      rows: t.expose('rows', { type: 'SafeInt', description: 'How many rows have it.' }),
    }),
  });
  builder.queryField('listGroups', (t) =>
    t.field({
      type: [group],
      nullable: true,
      description:
        'Rows of a list by the values of one of its filters, most rows first, without values that no row has; null if counting takes too long.',
      extensions: needs('session.read'),
      args: {
        list: t.arg({ type: listName, required: true, description: 'Which list.' }),
        by: t.arg.string({
          required: true,
          description: 'Key of a filter of codes, ids or an enum, as in `listCapabilities`.',
        }),
        filter: t.arg({ type: 'JSON', description: "As the list's own filter; its part of `by` is ignored." }),
        search: t.arg.string({ description: "As the list's own search." }),
      },
      resolve: async (_root, { list, by, filter, search }, context) => {
        const groups = await countGroups(readable(lists, list, context), context, {
          by,
          filter,
          search: search ?? null,
        });
        return groups && [...groups];
      },
    }),
  );
}

/** The list of a name. @throws AppError `access.denied` */
function readable(lists: Readonly<Record<string, NamedList>>, name: string, { caller }: RequestContext): NamedList {
  const definition = lists[name];
  if (definition === undefined) throw new Error(`No list ${name}.`);
  requirePermission(caller, definition.readPermission);
  return definition;
}
