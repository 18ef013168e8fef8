import { AppError } from '@backcounter/domain';
import { type RequestContext, readingContext } from '../graphql/request-context.ts';
import { rowSelection, type Selection } from '../graphql/schema/selection.ts';
import type { CursorPosition } from './cursor.ts';
import { type ListArguments, normaliseSearch, type Order, orderOf, pageSize, scopeOf } from './list-arguments.ts';
import { countRows, type ListCount } from './list-count.ts';
import { type ListDefinition, type ListRow, type RowRule, SqlValues } from './list-definition.ts';
import { filterConditions, isUuid, resolveFilter, rowConditions } from './list-filter.ts';
import { chooseSearch } from './list-search.ts';
import { allConditions, type Bound, type PageBase, type PagePlan, positionOf, readPage } from './page-statement.ts';
import { readBestMatches, readMatches } from './ranked-page.ts';
import { LIST_TIMEOUT_MS, statementFor } from './statements.ts';

/** Restricts a list to a fixed parent, such as one record's history. Part of the cursor's scope. */
export type ListParent = RowRule;

/** A row and its place in the list. */
export interface Edge<Row> {
  readonly cursor: string;
  readonly node: Row;
}

/** A page of rows. */
export interface ListPage<Row = ListRow> {
  readonly nodes: Row[];
  /** Empty unless selected. */
  readonly edges: Edge<Row>[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
  readonly count: Promise<ListCount> | null;
  readonly matchedBy: string | null;
}

/**
 * Reads one page by keyset pagination: equally fast at any depth, with no row repeated or missed while others are
 * added.
 * @throws AppError `cursor.invalid`, `filter.invalid`, `filter.too-broad`, `access.denied`, `operation.too-complex`
 */
export async function runList<Row extends object = ListRow>(
  definition: ListDefinition,
  request: RequestContext,
  args: ListArguments,
  selection: Selection,
  parent: ListParent | null = null,
): Promise<ListPage<Row>> {
  const context = await readingContext(request);
  const isBackward = args.last != null || (args.before != null && args.first == null);
  const size = pageSize(args);
  const search = normaliseSearch(args.search);
  const order = orderOf(definition, args, context.caller, search);
  const scope = scopeOf(definition, context, args, order, search, parent?.scope ?? '');
  const { cursors } = context.services;
  const cursor = args.after ?? args.before ?? null;
  const position = cursor === null ? null : cursors.decode(scope, cursor);
  const filter = await resolveFilter(definition, args.filter ?? {}, context);
  const { pageInfo, edges } = selection;
  const base: PageBase = {
    definition,
    order,
    isBackward,
    size,
    bound: position === null ? await startBound(definition, context, args, order, parent) : boundOf(position),
    nodes: rowSelection(selection),
    conditions: (values) => {
      const conditions = filterConditions(definition, filter, values, context.caller, context.now);
      if (parent !== null) conditions.unshift(parent.condition(values));
      return conditions;
    },
    isPrepared: !filter.isLive,
  };
  const isRanked = order.sort.isRelevance === true && search !== null;
  const best =
    isRanked && position === null && !isBackward
      ? await readBestMatches(base, definition.planSearch(search, context.caller), context)
      : null;
  const mode = best === null ? await chooseSearch(definition, context, filter, search, position) : best.mode;
  if (mode === 'not-permitted') return emptyPage(context, 'NOT_PERMITTED');
  if (mode === 'none') return emptyPage(context, 'NONE');

  const plan: PagePlan = {
    ...base,
    mode,
    wantsOtherSide: pageInfo?.[isBackward ? 'hasNextPage' : 'hasPreviousPage'] !== undefined,
    isPrepared: base.isPrepared && mode?.isFragment !== true,
  };
  const countScope = parent === null ? `${scope}\u0001${mode?.mode ?? ''}` : null;
  const count =
    selection['count'] === undefined
      ? null
      : countRows(definition, context, countScope, (values) => allConditions(plan, values));
  // The count is not awaited if the page itself fails.
  void count?.then(undefined, () => undefined);
  const { rows, hasOtherSide } =
    best ?? (isRanked ? await readMatches(base, mode, context) : await readPage(plan, context));
  const hasMore = rows.length > size;
  if (hasMore) rows.length = size;
  if (isBackward) rows.reverse();
  const cursorOf = (row: ListRow) =>
    cursors.encode(scope, { ...positionOf(plan, row), searchMode: mode?.mode ?? null });
  const encode = (row: ListRow | undefined, field: string): string | null =>
    row === undefined || pageInfo?.[field] === undefined ? null : cursorOf(row);
  const nodes = rows as object[] as Row[];
  return {
    nodes,
    edges: edges === undefined ? [] : rows.map((row, index) => ({ cursor: cursorOf(row), node: nodes[index] as Row })),
    pageInfo: {
      hasNextPage: isBackward ? hasOtherSide : hasMore,
      hasPreviousPage: isBackward ? hasMore : hasOtherSide,
      startCursor: encode(rows[0], 'startCursor'),
      endCursor: encode(rows.at(-1), 'endCursor'),
    },
    count,
    matchedBy:
      mode === null ? null : rows.length === 0 && position === null ? 'NONE' : (mode.ranked?.match ?? mode.mode),
  };
}

function boundOf({ sortValue, key }: CursorPosition): Bound {
  return { sortValue, key, isInclusive: false };
}

async function startBound(
  definition: ListDefinition,
  context: RequestContext,
  { startAt }: ListArguments,
  { sort }: Order,
  parent: ListParent | null,
): Promise<Bound | null> {
  if (startAt == null) return null;
  if (sort.isRelevance === true) throw new AppError('filter.invalid', { message: 'Best matches start at the first.' });
  if (startAt.date != null) {
    if (!sort.isDate) throw new AppError('filter.invalid', { message: 'This order has no dates to start at.' });
    return { sortValue: startAt.date.toISOString(), key: null, isInclusive: true };
  }
  if (startAt.id == null) return null;
  const { from, key } = definition;
  const values = new SqlValues();
  const conditions = [
    `${key.sql} = ${values.add(startAt.id)}::${key.cast}`,
    ...rowConditions(definition, context.caller, values),
  ];
  if (parent !== null) conditions.push(parent.condition(values));
  const text = `select (${sort.sql})::text as sort from ${from} ${sort.joined?.join ?? ''} where ${conditions.join(' and ')}`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] =
    key.cast !== 'uuid' || isUuid(startAt.id)
      ? await context.sql.rows<{ sort: string }>(statementFor(text), values.list, options)
      : [];
  if (row === undefined) throw new AppError('record.not-found', { message: 'There is no such record.' });
  return { sortValue: row.sort, key: startAt.id, isInclusive: true };
}

function emptyPage(context: RequestContext, matchedBy: string): ListPage<never> {
  return {
    nodes: [],
    edges: [],
    pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    count: Promise.resolve({ kind: 'EXACT', value: 0, countedAt: context.now }),
    matchedBy,
  };
}
