import type { EnumRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../graphql/builder.ts';
import type { ListTypes } from './list.graphql.ts';
import type { ListPage } from './run-list.ts';

type Shared = Pick<ListTypes, 'listCount' | 'pageInfo' | 'sortDirection'>;

/** `{name}Sort` with `{name}SortKey`: what a list can be ordered by; `note` says who may use which key. */
export function addListSort<const Key extends string>(
  builder: Builder,
  { sortDirection }: Pick<ListTypes, 'sortDirection'>,
  name: string,
  keys: readonly Key[],
  note?: string,
) {
  const key = builder.enumType(`${name}SortKey`, { values: keys, ...(note ? { description: note } : {}) });
  return builder.inputType(`${name}Sort`, {
    fields: (t) => ({
      key: t.field({ type: key, required: true }),
      direction: t.field({ type: sortDirection, required: true }),
    }),
  });
}

/** `{name}Connection`: a page of rows, and how many match. */
export function addListConnection<Row>(
  builder: Builder,
  { listCount, pageInfo }: Shared,
  name: string,
  node: ObjectRef<BuilderTypes, Row>,
) {
  return builder.objectRef<ListPage<Row>>(`${name}Connection`).implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [node] }),
      pageInfo: t.expose('pageInfo', { type: pageInfo }),
      count: t.field({
        type: listCount,
        description: 'Rows that match, counted only when asked for.',
        resolve: countOf,
      }),
    }),
  });
}

/** The connection of a list with a search, which says what the search text was recognised as. */
export function addSearchedConnection<Row>(
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
      description: 'What the search text was recognised as; null without a search.',
      resolve: ({ matchedBy }) => matchedBy,
    }),
  );
  return connection;
}

/** `{in, notIn}` of an enumerated type. */
export function addEnumFilter<Value extends string>(
  builder: Builder,
  name: string,
  values: EnumRef<BuilderTypes, Value>,
) {
  return builder.inputType(name, {
    fields: (t) => ({ in: t.field({ type: [values] }), notIn: t.field({ type: [values] }) }),
  });
}

/** The count of a page, which was started together with it because it was asked for. */
export function countOf({ count }: Pick<ListPage, 'count'>): NonNullable<ListPage['count']> {
  if (count === null) throw new Error('A count was not started with its page.');
  return count;
}
