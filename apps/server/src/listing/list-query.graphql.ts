import type { Permission } from '@backcounter/domain';
import type { EnumRef, InputRef, ObjectRef } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import { rowSelection, type Selection, selectionOf } from '../graphql/schema/selection.ts';
import type { LiveTopic } from '../live/live-topics.ts';
import type { Caller } from '../ports/identity.ts';
import type { ListTypes } from './list.graphql.ts';
import type { ListArguments } from './list-arguments.ts';
import { addEnumFilter, addListSort, addSearchedConnection, listArgs, searchArg } from './list-connection.ts';
import type { ListDefinition } from './list-definition.ts';
import type { FilterInput } from './list-filter.ts';
import { addListNews } from './list-news.graphql.ts';
import { type ListPage, runList } from './run-list.ts';

type SortRef = InputRef<NonNullable<ListArguments['sort']>>;

/** The query of a list, as far as its declaration leaves it open. */
export interface ListQuery<Row extends object> {
  /** Name in the API, such as `releases`. */
  readonly name: string;
  readonly description: string;
  readonly permission: Permission;
  readonly list: ListDefinition;
  /** The list for a caller, if callers have different ones. */
  readonly listFor?: (caller: Caller) => ListDefinition;
  /** Its connection, or that of a searched list by its name, its rows, and the kinds of text that a search recognises. */
  readonly connection:
    | ObjectRef<BuilderTypes, ListPage<Row>>
    | readonly [
        name: string,
        node: ObjectRef<BuilderTypes, Row>,
        what: string,
        matches: Readonly<Record<string, string>>,
      ];
  /** Type of its filters, such as `ReleaseFilter`, and its description. */
  readonly filter: readonly [`${string}Filter`, string];
  /** Types of its ENUM filters, by filter: of the values, or of the filter if that has another name than usual. */
  readonly enums?: Readonly<Record<string, EnumRef<BuilderTypes, string> | InputRef<object>>>;
  /** The type of its order, or the name that it starts with and a note. */
  readonly sort: SortRef | readonly [name: string, note?: string];
  /** The accepted texts; null: there is no search. */
  readonly search?: string | null;
  /** Adds to the rows of a page what other statements read. */
  readonly complete?: (context: RequestContext, rows: Row[], selection: Selection) => Promise<void>;
  /** Announces each created row: adds the number of new ones as a subscription. */
  readonly news?: { readonly createdSql: string; readonly topic: LiveTopic & `${string}_created` };
}

/** Adds the query of a list; filters and orders are those of its declaration. Returns the type of its filters. */
export function addListQuery<Row extends object>(
  builder: Builder,
  types: ListTypes,
  query: ListQuery<Row>,
): InputRef<FilterInput> {
  const { name, description, permission, list, listFor = () => list, complete, news } = query;
  const sort = isRef(query.sort)
    ? query.sort
    : addListSort(builder, types, query.sort[0], Object.keys(list.sorts).sort(), query.sort[1]);
  const filter = addListFilter(builder, types, query);
  const connection = connectionOf(builder, types, query);
  const isRequired = Object.values(list.filters).some((each) => each.isRequired);
  builder.queryField(name, (t) =>
    t.field({
      type: connection,
      description,
      extensions: needs(permission),
      args: {
        ...listArgs(t, types, filter, sort, isRequired),
        ...(query.search !== null && { search: searchArg(t, query.search) }),
      },
      resolve: async (_root, args: ListArguments, context, info) => {
        const selection = selectionOf(info);
        const page = await runList<Row>(listFor(context.caller), context, args, selection);
        await complete?.(context, page.nodes, rowSelection(selection) ?? {});
        return page;
      },
    }),
  );
  if (news !== undefined) {
    const listOf = ({ caller }: RequestContext) => listFor(caller);
    addListNews(builder, types, { name: `${name}Created`, what: name, permission, filter, list: listOf, ...news });
  }
  return filter;
}

function connectionOf<Row extends object>(builder: Builder, types: ListTypes, { connection }: ListQuery<Row>) {
  if ('kind' in connection) return connection;
  const [name, node, what, matches] = connection;
  return addSearchedConnection(builder, types, name, node, addEnum(builder, `${name}SearchMatch`, what, matches));
}

const isRef = (sort: SortRef | readonly unknown[]): sort is SortRef => !Array.isArray(sort);

function addListFilter(
  builder: Builder,
  types: ListTypes,
  { list, filter: [name, description], enums = {} }: Pick<ListQuery<object>, 'enums' | 'filter' | 'list'>,
): InputRef<FilterInput> {
  const enumFilter = (key: string) => {
    const type = enums[key];
    if (type === undefined) throw new Error(`${name}: ${key} has no type.`);
    if (type.kind !== 'Enum') return type;
    const named = `${name.replace(/Filter$/, '')}${key.charAt(0).toUpperCase()}${key.slice(1)}Filter`;
    return addEnumFilter(builder, named, type as EnumRef<BuilderTypes, string>);
  };
  const typeOf = {
    CODE: () => types.codeFilter,
    ENUM: enumFilter,
    ID: () => types.idFilter,
    INSTANT: () => types.instantFilter,
    NUMBER: () => types.numberFilter,
    TEXT: () => types.textFilter,
  };
  const typed = Object.entries(list.filters).map(([key, { kind, description: text }]) => {
    if (text === undefined) throw new Error(`${name}: ${key} has no description.`);
    return [key, text, kind === 'BOOLEAN' || kind === 'LIVE' ? null : typeOf[kind](key)] as const;
  });
  return builder.inputType(name, {
    description,
    fields: (t) =>
      Object.fromEntries(
        typed.map(([key, text, type]) => [
          key,
          type === null ? t.boolean({ description: text }) : t.field({ type, description: text }),
        ]),
      ),
  });
}
