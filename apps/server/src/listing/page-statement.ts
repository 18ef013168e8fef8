import type { RequestContext } from '../graphql/request-context.ts';
import type { Selection } from '../graphql/schema/selection.ts';
import type { Statement } from '../graphql/sql-runner.ts';
import type { Order } from './list-arguments.ts';
import { columnsFor } from './list-columns.ts';
import { type ListDefinition, type ListRow, SqlValues } from './list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from './statements.ts';

/** Where a page begins, on the way that it is read. */
export interface Bound {
  readonly sortValue: string;
  /** Null for a bound by date, which belongs to no row. */
  readonly key: string | null;
  readonly isInclusive: boolean;
}

/** What one page reads. */
export interface PagePlan {
  readonly definition: ListDefinition;
  readonly order: Order;
  /** Read from the far end, then turned round. */
  readonly isBackward: boolean;
  readonly size: number;
  readonly bound: Bound | null;
  /** Fields asked for of each row; undefined when no row is asked for. */
  readonly nodes: Selection | undefined;
  /** Whether it is asked if rows lie before the bound. */
  readonly wantsOtherSide: boolean;
  /** False where the best plan depends on the values. */
  readonly isPrepared: boolean;
  /** Filter, parent and search; called for each statement, as placeholders belong to one. */
  conditions(values: SqlValues): string[];
}

/** Names under which a row carries what its cursor is made of. */
interface CursorColumns {
  readonly sort: string;
  readonly key: string;
  /** SQL of the columns that the selection didn't ask for anyway. */
  readonly extra: string;
}

/** A page's rows, one more than its size when there are more, and whether rows lie on its other side. */
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
  // The page's own statement tells only together with a row.
  const other = new SqlValues();
  const conditions = plan.conditions(other);
  conditions.push(boundConditions(plan, plan.bound, other).before);
  const text = `select exists(select 1 from ${fromOf(plan)}${where(conditions)}) as found`;
  const [answer] = await context.sql.rows<{ found: boolean }>(statementFor(text), other.list, options);
  return { rows, hasOtherSide: answer?.found === true };
}

/** Sort value and key of a row, as a cursor carries them. */
export function positionOf(plan: PagePlan, row: ListRow): { readonly sortValue: string; readonly key: string } {
  const { sort, key } = cursorColumns(plan);
  return { sortValue: String(row[sort]), key: String(row[key]) };
}

function pageStatement(plan: PagePlan): { statement: Statement; values: readonly unknown[] } {
  const { definition, order, bound } = plan;
  const values = new SqlValues();
  const conditions = plan.conditions(values);
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
  const way = isAscending(plan) ? 'asc' : 'desc';
  const text =
    `select ${columns}${cursorColumns(plan).extra}${otherSide} from ${fromOf(plan)}${joins}${where(conditions)}` +
    ` order by ${order.sort.sql} ${way}, ${keyOf(plan)} ${way} limit ${values.add(plan.size + 1)}`;
  return { statement: statementFor(text, plan.isPrepared), values: values.list };
}

/** Sort value and key come with the fields that were asked for where those show them exactly. */
function cursorColumns({ definition, order, nodes }: PagePlan): CursorColumns {
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

/** An order by a column of another table reads that table as well. */
function fromOf({ definition, order }: PagePlan): string {
  const { joined } = order.sort;
  return joined === undefined ? definition.from : `${definition.from} ${joined.join}`;
}

function keyOf({ definition, order }: PagePlan): string {
  return order.sort.joined?.key ?? definition.key.sql;
}

function isAscending({ order, isBackward }: PagePlan): boolean {
  return (order.direction === 'ASC') !== isBackward;
}

function where(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}
