import { LIMITS } from '@backcounter/domain';
import type { EnumRef, InputRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import type { ListTypes } from './list.graphql.ts';
import type { Edge, ListPage } from './run-list.ts';

type Shared = Pick<ListTypes, 'listCount' | 'pageInfo' | 'sortDirection'>;

type QueryFields = PothosSchemaTypes.QueryFieldBuilder<BuilderTypes, object>;

/** Arguments of a list: page, filter and sort. */
export function listArgs<Filter, Sort, const Required extends boolean = false>(
  t: QueryFields,
  { listStart }: Pick<ListTypes, 'listStart'>,
  filter: InputRef<Filter>,
  sort: InputRef<Sort>,
  isFilterRequired?: Required,
) {
  return {
    first: t.arg.int({
      description: `Rows from the start; at most ${LIMITS.pageSizeMax}, absent: ${LIMITS.pageSizeDefault}.`,
    }),
    after: t.arg.string({ description: 'Rows after this cursor; goes with `first`.' }),
    last: t.arg.int({ description: `Rows from the end; at most ${LIMITS.pageSizeMax}.` }),
    before: t.arg.string({ description: 'Rows before this cursor; goes with `last`.' }),
    filter: t.arg({
      type: filter,
      required: (isFilterRequired ?? false) as Required,
      description: 'Which rows; those of every filter given.',
    }),
    sort: t.arg({ type: sort, description: 'Order; absent: `defaultSort` of `listCapabilities`.' }),
    startAt: t.arg({ type: listStart, description: 'Where the page starts; goes with `first` alone.' }),
  };
}

/** The search argument of a list; `what` describes the accepted texts. */
export function searchArg(t: Pick<QueryFields, 'arg'>, what?: string) {
  return t.arg.string({
    description: what ?? 'Text to look for; `searches` of `listCapabilities` says what it may be.',
  });
}

/** Adds `{name}Sort` and `{name}SortKey`; `note` says who may use which key. */
export function addListSort<const Key extends string>(
  builder: Builder,
  { sortDirection }: Pick<ListTypes, 'sortDirection'>,
  name: string,
  keys: readonly Key[],
  note?: string,
) {
  const described = Object.fromEntries(keys.map((value) => [value, sortText(value)]));
  const key = addEnum(builder, `${name}SortKey`, note ?? 'Keys that order the list.', described as Record<Key, string>);
  return builder.inputType(`${name}Sort`, {
    description: 'Order of the list.',
    fields: (t) => ({
      key: t.field({ type: key, required: true, description: 'The key to order by.' }),
      direction: t.field({ type: sortDirection, required: true, description: 'Which end comes first.' }),
    }),
  });
}

/** `LAST_SEEN`: by when it was last seen; `NAME`: by name. */
function sortText(key: string): string {
  if (key === 'RELEVANCE') return 'Best matches first: only with a search, where it is the default.';
  const words = key.toLowerCase().replaceAll('_', ' ');
  if (key !== 'OCCURRED' && /(ED|SEEN)$/.test(key)) return `By when it was ${words}.`;
  return /^(CLOSES|ENDS|OCCURRED|OPENS|STARTS)$/.test(key) ? `By when it ${words}.` : `By ${words}.`;
}

/** Adds `{name}Connection` and `{name}Edge`, as in Relay's connections. */
export function addConnection<Row extends object>(
  builder: Builder,
  { pageInfo }: Pick<ListTypes, 'pageInfo'>,
  name: string,
  node: ObjectRef<BuilderTypes, Row>,
) {
  const row: ObjectRef<BuilderTypes, object> = node;
  const edge = builder.objectRef<Edge<object>>(`${name}Edge`).implement({
    description: 'A row and its place in the list.',
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'Its place, for `after` and `before`.' }),
      node: t.expose('node', { type: row, description: 'The row.' }),
    }),
  });
  const connection = builder.objectRef<ListPage<object>>(`${name}Connection`).implement({
    description: 'A page of a list.',
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [row], description: 'The rows.' }),
      edges: t.expose('edges', { type: [edge], description: 'The rows with their cursors.' }),
      pageInfo: t.expose('pageInfo', {
        type: pageInfo,
        description: 'Position of the page, and whether more follows.',
      }),
    }),
  });
  return connection as ObjectRef<BuilderTypes, ListPage<Row>>;
}

/** Adds `{name}Connection` with a count of matching rows. */
export function addListConnection<Row extends object>(
  builder: Builder,
  { listCount, pageInfo }: Shared,
  name: string,
  node: ObjectRef<BuilderTypes, Row>,
) {
  const connection = addConnection(builder, { pageInfo }, name, node);
  builder.objectField(connection, 'count', (t) =>
    t.field({
      type: listCount,
      description: 'Rows that match, counted only when asked for.',
      resolve: countOf,
    }),
  );
  return connection;
}

/** Adds the connection of a searchable list, which reports how the search text was interpreted. */
export function addSearchedConnection<Row extends object>(
  builder: Builder,
  shared: Shared,
  name: string,
  node: ObjectRef<BuilderTypes, Row>,
  match: EnumRef<BuilderTypes, string>,
) {
  const connection = addListConnection(builder, shared, name, node);
  builder.objectField(connection, 'matchedBy', (t) =>
    t.field({
      type: match,
      nullable: true,
      description: 'Kind of value that the search text was recognised as; null without a search.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
  );
  return connection;
}

/** Adds the filter `{in, notIn}` of an enum type. */
export function addEnumFilter<Value extends string>(
  builder: Builder,
  name: string,
  values: EnumRef<BuilderTypes, Value>,
) {
  return builder.inputType(name, {
    description: 'One of these values, or none of these.',
    fields: (t) => ({
      in: t.field({ type: [values], description: 'Rows with one of these.' }),
      notIn: t.field({ type: [values], description: 'Rows with none of these.' }),
    }),
  });
}

/** The count of a page; it was started with the page because the field was selected. */
export function countOf({ count }: Pick<ListPage, 'count'>): NonNullable<ListPage['count']> {
  if (count === null) throw new Error('The count was not started with its page.');
  return count;
}
