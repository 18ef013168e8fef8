import type { RequestContext } from '../graphql/request-context.ts';
import type { Selection } from '../graphql/schema/selection.ts';
import type { Statement } from '../graphql/sql-runner.ts';
import type { Order } from './list-arguments.ts';
import { columnsFor } from './list-columns.ts';
import { type ListDefinition, type ListRow, type SearchMode, SqlValues } from './list-definition.ts';
import { matchedOn } from './ranked-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from './statements.ts';

/** Where a page starts, in reading direction. */
export interface Bound {
  readonly sortValue: string;
  /** Null for a start date, which belongs to no row. */
  readonly key: string | null;
  readonly isInclusive: boolean;
}

/** A page to read, without its search. */
export interface PageBase {
  readonly definition: ListDefinition;
  readonly order: Order;
  /** Reads from the end, then reverses the rows. */
  readonly isBackward: boolean;
  readonly size: number;
  readonly bound: Bound | null;
  /** Selected fields of each row; undefined if none is selected. */
  readonly nodes: Selection | undefined;
  /** False if the best plan depends on the values. */
  readonly isPrepared: boolean;
  /** Conditions of filter and parent. Called once per statement, because placeholders belong to one. */
  conditions(values: SqlValues): string[];
}

/** Everything needed to read a page. */
export interface PagePlan extends PageBase {
  /** Interpretation of the search; null without one. */
  readonly mode: SearchMode | null;
  /** Whether to check for rows before the bound. */
  readonly wantsOtherSide: boolean;
}

/** Row properties that contain the cursor's values. */
interface CursorColumns {
  readonly sort: string;
  readonly key: string;
  /** SQL of those columns that the selection does not include. */
  readonly extra: string;
}

/** Reads a page's rows, one more than its size if there are more, and whether rows precede it. */
export async function readPage(
  plan: PagePlan,
  context: RequestContext,
): Promise<{ readonly rows: ListRow[]; readonly hasOtherSide: boolean }> {
  const { statement, values } = pageStatement(plan);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const rows = await context.sql.rows<ListRow>(statement, values, options);
  if (plan.bound === null || !plan.wantsOtherSide) return { rows, hasOtherSide: false };
  const [row] = rows;
  if (row !== undefined) return { rows, hasOtherSide: row['_other'] === true };
  // The page's statement reports this only along with a row.
  const other = new SqlValues();
  const conditions = allConditions(plan, other);
  conditions.push(boundConditions(plan, plan.bound, other).before);
  const text = `select exists(select 1 from ${fromOf(plan)}${where(conditions)}) as found`;
  const [answer] = await context.sql.rows<{ found: boolean }>(statementFor(text), other.list, options);
  return { rows, hasOtherSide: answer?.found === true };
}

/** Sort value and key of a row, for its cursor. */
export function positionOf(plan: PageBase, row: ListRow): { readonly sortValue: string; readonly key: string } {
  const { sort, key } = cursorColumns(plan);
  return { sortValue: String(row[sort]), key: String(row[key]) };
}

/** Conditions of filter, parent and search. */
export function allConditions(plan: PagePlan, values: SqlValues): string[] {
  return [...plan.conditions(values), ...(plan.mode === null ? [] : [plan.mode.condition(values)])];
}

function pageStatement(plan: PagePlan): { statement: Statement; values: readonly unknown[] } {
  const { definition, order, bound } = plan;
  const values = new SqlValues();
  const conditions = allConditions(plan, values);
  let otherSide = '';
  if (bound !== null) {
    const others = [...conditions];
    const { beyond, before } = boundConditions(plan, bound, values);
    conditions.push(beyond);
    if (plan.wantsOtherSide) {
      others.push(before);
      otherSide = `, exists(select 1 from ${fromOf(plan)}${where(others)}) as _other`;
    }
  }
  const { columns, joins } = columnsFor(definition, plan.nodes);
  const ranked = plan.nodes?.['matchedOn'] && plan.mode?.ranked;
  const matched = ranked ? `, ${matchedOn(definition, ranked.tiers, values)} as "matchedOn"` : '';
  const way = isAscending(plan) ? 'asc' : 'desc';
  const text =
    `select ${columns}${cursorColumns(plan).extra}${matched}${otherSide} from ${fromOf(plan)}${joins}${where(conditions)}` +
    ` order by ${order.sort.sql} ${way}, ${keyOf(plan)} ${way} limit ${values.add(plan.size + 1)}`;
  return { statement: statementFor(text, plan.isPrepared), values: values.list };
}

/** Uses selected fields that contain sort value and key exactly, and adds columns otherwise. */
function cursorColumns({ definition, order, nodes }: PageBase): CursorColumns {
  const { sort } = order;
  const isSortShown = sort.field !== null && nodes?.[sort.field] !== undefined;
  const isKeyShown = nodes?.[definition.key.field] !== undefined;
  return {
    sort: isSortShown && sort.field !== null ? sort.field : '_sort',
    key: isKeyShown ? definition.key.field : '_key',
    extra: `${isSortShown ? '' : `, (${sort.sql})::text as _sort`}${isKeyShown ? '' : `, ${definition.key.sql} as _key`}`,
  };
}

function boundConditions(
  plan: PagePlan,
  bound: Bound,
  values: SqlValues,
): { readonly beyond: string; readonly before: string } {
  const { definition, order } = plan;
  const isUp = isAscending(plan);
  const sortValue = `${values.add(bound.sortValue)}::${order.sort.cast}`;
  const beyond = `${isUp ? '>' : '<'}${bound.isInclusive ? '=' : ''}`;
  const before = `${isUp ? '<' : '>'}${bound.isInclusive ? '' : '='}`;
  const [left, right] =
    bound.key === null
      ? [order.sort.sql, sortValue]
      : [`(${order.sort.sql}, ${keyOf(plan)})`, `(${sortValue}, ${values.add(bound.key)}::${definition.key.cast})`];
  const pruned = (operator: string): string =>
    order.sort.isPartitionKey === true && bound.key !== null ? `${order.sort.sql} ${operator}= ${sortValue} and ` : '';
  return {
    beyond: `${pruned(isUp ? '>' : '<')}${left} ${beyond} ${right}`,
    before: `${pruned(isUp ? '<' : '>')}${left} ${before} ${right}`,
  };
}

/** An order by another table's column also reads that table. */
function fromOf({ definition, order }: PagePlan): string {
  const { joined } = order.sort;
  return joined === undefined ? definition.from : `${definition.from} ${joined.join}`;
}

function keyOf({ definition, order }: PageBase): string {
  return order.sort.joined?.key ?? definition.key.sql;
}

/** Whether the page is read upwards. */
export function isAscending({ order, isBackward }: PageBase): boolean {
  return (order.direction === 'ASC') !== isBackward;
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
