import { createHash } from 'node:crypto';
import { AppError, LIMITS } from '@backcounter/domain';
import { checkPageSize } from '../graphql/document-limits.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Selection } from '../graphql/selection.ts';
import type { Statement } from '../graphql/sql-runner.ts';
import type { CursorPosition } from './cursor.ts';
import { columnsFor } from './list-columns.ts';
import { type CountKind, countRows } from './list-count.ts';
import {
  type ListDefinition,
  type ListRow,
  type SearchMode,
  type SortDefinition,
  SqlValues,
} from './list-definition.ts';
import { type FilterInput, filterConditions, isUuid } from './list-filter.ts';
import { chooseSearch } from './list-search.ts';
import { statementFor } from './statements.ts';

/** Time that one page may take. */
export const LIST_TIMEOUT_MS = 2_000;

/** Arguments of a list field. */
export interface ListArguments {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
  readonly last?: number | null | undefined;
  readonly before?: string | null | undefined;
  readonly filter?: FilterInput | null | undefined;
  readonly sort?: { readonly key: string; readonly direction: 'ASC' | 'DESC' } | null | undefined;
  readonly search?: string | null | undefined;
  readonly startAt?:
    | { readonly id?: string | null | undefined; readonly date?: Date | null | undefined }
    | null
    | undefined;
}

/** Rows of a fixed parent, such as the history of one record. Part of the cursor's scope. */
export interface ListParent {
  readonly scope: string;
  condition(values: SqlValues): string;
}

/** A page. */
export interface ListPage<Row = ListRow> {
  readonly nodes: Row[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly count: Promise<ListCount> | null;
  readonly matchedBy: string | null;
}

/** A count that says how sure it is. */
export interface ListCount {
  readonly kind: CountKind;
  readonly value: number;
  readonly countedAt: Date;
}

interface Order {
  readonly key: string;
  readonly sort: SortDefinition;
  readonly direction: 'ASC' | 'DESC';
}

interface Bound {
  readonly sortValue: string;
  readonly key: string | null;
  readonly isInclusive: boolean;
}

/**
 * One page of a list by keyset: as fast at any depth, no row twice and none missed while others are added.
 * @throws AppError `cursor.invalid`, `filter.invalid`, `access.denied`, `operation.too-complex`
 */
export async function runList<Row extends object = ListRow>(
  definition: ListDefinition,
  context: RequestContext,
  args: ListArguments,
  selection: Selection,
  parent: ListParent | null = null,
): Promise<ListPage<Row>> {
  const isBackward = args.last != null || (args.before != null && args.first == null);
  const size = pageSize(args);
  const order = orderOf(definition, args);
  const search = normaliseSearch(args.search);
  const scope = scopeOf(definition, context, args, order, search, parent);
  const cursors = context.services.cursors;
  const cursor = args.after ?? args.before ?? null;
  const position = cursor === null ? null : cursors.decode(scope, cursor);

  const mode = await chooseSearch(definition, context, args, search, position);
  if (mode === 'not-permitted' || mode === 'none') {
    return emptyPage(context, mode === 'none' ? 'NONE' : 'NOT_PERMITTED');
  }
  const bound = position === null ? await startBound(definition, context, args, order) : boundOf(position);
  const conditionsFor = (values: SqlValues): string[] => {
    const conditions = filterConditions(definition, args.filter ?? {}, values, context.caller, context.now);
    if (parent !== null) conditions.unshift(parent.condition(values));
    if (mode !== null) conditions.push(mode.condition(values));
    return conditions;
  };

  const counting =
    selection['count'] === undefined
      ? null
      : countRows(definition, context, `${scope}|${mode?.mode ?? ''}`, conditionsFor);
  // Nobody awaits the count when the page itself fails.
  counting?.catch(() => undefined);
  const wantsOtherSide = selection['pageInfo']?.[isBackward ? 'hasNextPage' : 'hasPreviousPage'] !== undefined;
  const query = pageStatement(
    definition,
    order,
    isBackward,
    size,
    bound,
    mode,
    selection['nodes'],
    wantsOtherSide,
    conditionsFor,
  );
  const rows = await context.sql.rows<ListRow>(query.statement, query.values, {
    signal: context.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  const hasMore = rows.length > size;
  if (hasMore) rows.length = size;
  if (isBackward) rows.reverse();
  const hasOtherSide = await otherSide(
    rows,
    context,
    bound,
    wantsOtherSide,
    definition,
    order,
    isBackward,
    conditionsFor,
  );
  const encode = (row: ListRow | undefined): string | null =>
    row === undefined
      ? null
      : cursors.encode(scope, {
          sortValue: row['_sort'] as string,
          key: String(row['_key']),
          searchMode: mode?.mode ?? null,
        });
  return {
    nodes: rows as object[] as Row[],
    pageInfo: {
      hasNextPage: isBackward ? hasOtherSide : hasMore,
      hasPreviousPage: isBackward ? hasMore : hasOtherSide,
      startCursor: encode(rows[0]),
      endCursor: encode(rows.at(-1)),
    },
    count: counting,
    matchedBy: mode === null ? null : rows.length === 0 && position === null ? 'NONE' : mode.mode,
  };
}

function pageSize({ first, last, after, before, startAt }: ListArguments): number {
  if ((first != null && last != null) || (after != null && before != null)) {
    throw new AppError('request.malformed', { message: 'A page is asked for from one end only.' });
  }
  if ((first != null && before != null) || (last != null && after != null)) {
    throw new AppError('request.malformed', { message: 'first goes with after, last with before.' });
  }
  if (startAt != null && (after != null || before != null || last != null)) {
    throw new AppError('request.malformed', { message: 'startAt goes with first alone.' });
  }
  return checkPageSize(first ?? last ?? LIMITS.pageSizeDefault);
}

function orderOf(definition: ListDefinition, args: ListArguments): Order {
  const key = args.sort?.key ?? definition.defaultSort;
  const sort = definition.sorts[key];
  if (sort === undefined) throw new AppError('filter.invalid', { message: 'This order is not available.' });
  return { key, sort, direction: args.sort?.direction ?? sort.defaultDirection };
}

function normaliseSearch(search: string | null | undefined): string | null {
  const text = search?.trim().replace(/\s+/g, ' ') ?? '';
  if (text.length > LIMITS.searchMaxLength) {
    throw new AppError('filter.invalid', { message: `A search has at most ${LIMITS.searchMaxLength} characters.` });
  }
  return text === '' ? null : text;
}

function scopeOf(
  definition: ListDefinition,
  context: RequestContext,
  args: ListArguments,
  order: Order,
  search: string | null,
  parent: ListParent | null,
): string {
  const filter = args.filter == null ? '' : canonicalFilter(definition, args.filter);
  return [
    definition.name,
    parent?.scope ?? '',
    order.key,
    order.direction,
    definition.roleClass(context.caller),
    filter,
    search ?? '',
  ].join('\u0001');
}

function canonicalFilter(definition: ListDefinition, filter: FilterInput): string {
  const parts: unknown[] = [];
  for (const key in definition.filters) {
    const value = filter[key];
    if (value == null) continue;
    const sorted = (list: unknown): unknown => (Array.isArray(list) ? [...new Set(list)].sort() : list);
    parts.push([
      key,
      typeof value === 'object'
        ? Object.entries(value)
            .sort()
            .map(([name, entry]) => [name, sorted(entry)])
        : value,
    ]);
  }
  return parts.length === 0 ? '' : createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function boundOf(position: CursorPosition): Bound {
  return { sortValue: position.sortValue, key: position.key, isInclusive: false };
}

async function startBound(
  definition: ListDefinition,
  context: RequestContext,
  { startAt }: ListArguments,
  { sort }: Order,
): Promise<Bound | null> {
  if (startAt == null) return null;
  if (startAt.date != null) {
    if (!sort.isDate) throw new AppError('filter.invalid', { message: 'This order has no dates to start at.' });
    return { sortValue: startAt.date.toISOString(), key: null, isInclusive: true };
  }
  if (startAt.id == null) return null;
  const rows = isUuid(startAt.id)
    ? await context.sql.rows<{ sort: string }>(
        statementFor(
          `select (${sort.sql})::text as sort from ${definition.from} where ${definition.key.sql} = $1::${definition.key.cast}`,
        ),
        [startAt.id],
        { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
      )
    : [];
  const [row] = rows;
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such record.' });
  return { sortValue: row.sort, key: startAt.id, isInclusive: true };
}

function pageStatement(
  definition: ListDefinition,
  { sort, direction }: Order,
  isBackward: boolean,
  size: number,
  bound: Bound | null,
  mode: SearchMode | null,
  nodes: Selection | undefined,
  wantsOtherSide: boolean,
  conditionsFor: (values: SqlValues) => string[],
): { statement: Statement; values: readonly unknown[] } {
  const values = new SqlValues();
  const conditions = conditionsFor(values);
  const isAscending = (direction === 'ASC') !== isBackward;
  const way = isAscending ? 'asc' : 'desc';
  let otherSideColumn = '';
  if (bound !== null) {
    const others = wantsOtherSide ? [...conditions] : null;
    const { beyond, before } = boundConditions(definition, sort, bound, isAscending, values);
    conditions.push(beyond);
    if (others !== null) {
      otherSideColumn = `, exists(select 1 from ${definition.from} where ${[...others, before].join(' and ')}) as _other`;
    }
  }
  const { columns, joins } = columnsFor(definition, nodes);
  const where = conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
  const key = definition.key.sql;
  const orderBy = sort.sql === key ? `${key} ${way}` : `${sort.sql} ${way}, ${key} ${way}`;
  const text = `select ${columns}, (${sort.sql})::text as _sort, ${key} as _key${otherSideColumn} from ${definition.from}${joins}${where} order by ${orderBy} limit ${values.add(size + 1)}`;
  return { statement: statementFor(text, mode?.isFragment !== true), values: values.list };
}

function boundConditions(
  definition: ListDefinition,
  sort: SortDefinition,
  bound: Bound,
  isAscending: boolean,
  values: SqlValues,
): { beyond: string; before: string } {
  const sortValue = `${values.add(bound.sortValue)}::${sort.cast}`;
  const beyond = `${isAscending ? '>' : '<'}${bound.isInclusive ? '=' : ''}`;
  const before = `${isAscending ? '<' : '>'}${bound.isInclusive ? '' : '='}`;
  if (bound.key === null)
    return { beyond: `${sort.sql} ${beyond} ${sortValue}`, before: `${sort.sql} ${before} ${sortValue}` };
  const key = `${values.add(bound.key)}::${definition.key.cast}`;
  const pair = `(${sort.sql}, ${definition.key.sql})`;
  return { beyond: `${pair} ${beyond} (${sortValue}, ${key})`, before: `${pair} ${before} (${sortValue}, ${key})` };
}

/** Whether rows lie on the other side of the page: told by the page's own statement unless it came back empty. */
async function otherSide(
  rows: readonly ListRow[],
  context: RequestContext,
  bound: Bound | null,
  isWanted: boolean,
  definition: ListDefinition,
  { sort, direction }: Order,
  isBackward: boolean,
  conditionsFor: (values: SqlValues) => string[],
): Promise<boolean> {
  if (bound === null || !isWanted) return false;
  const [row] = rows;
  if (row !== undefined) return row['_other'] === true;
  const values = new SqlValues();
  const conditions = conditionsFor(values);
  const { before } = boundConditions(definition, sort, bound, (direction === 'ASC') !== isBackward, values);
  const text = `select exists(select 1 from ${definition.from} where ${[...conditions, before].join(' and ')}) as found`;
  const [answer] = await context.sql.rows<{ found: boolean }>(statementFor(text), values.list, {
    signal: context.signal,
    timeoutMs: LIST_TIMEOUT_MS,
  });
  return answer?.found === true;
}

function emptyPage(context: RequestContext, matchedBy: string): ListPage<never> {
  return {
    nodes: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    count: Promise.resolve({ kind: 'EXACT', value: 0, countedAt: context.now }),
    matchedBy,
  };
}
