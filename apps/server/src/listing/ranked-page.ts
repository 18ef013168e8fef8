import type { RequestContext } from '../graphql/request-context.ts';
import { columnsFor } from './list-columns.ts';
import {
  type ListDefinition,
  type ListRow,
  type SearchMode,
  type SearchPlan,
  type SearchTier,
  SqlValues,
} from './list-definition.ts';
import { isAscending, type PageBase } from './page-statement.ts';
import { combined, holds, modeName, rowsOf, SIMILAR_BELOW, whereOf } from './ranked-search.ts';
import { LIST_TIMEOUT_MS, statementFor } from './statements.ts';

interface Matches {
  readonly rows: ListRow[];
  readonly hasOtherSide: boolean;
}

/**
 * The first page of best matches, which also determines the mode: a match of a unique key ends the search, and similar
 * rows are read only if there are few others.
 */
export async function readBestMatches(
  page: PageBase,
  search: SearchPlan,
  context: RequestContext,
): Promise<Matches & { readonly mode: SearchMode | 'none' | 'not-permitted' }> {
  const tiers = search !== null && 'tiers' in search ? search.tiers : [];
  const isEnough = ({ kind }: SearchTier, rows: readonly ListRow[]): boolean => {
    const [best] = rows;
    if (best === undefined) return false;
    return kind === 'SIMILAR'
      ? rows.length >= SIMILAR_BELOW
      : kind !== 'EXACT' && tiers[tierOf(best)]?.kind === 'EXACT';
  };
  const rows = await readTiers(page, tiers, Math.max(page.size + 1, SIMILAR_BELOW), isEnough, context);
  const found = rows.map(tierOf).filter((tier) => tiers[tier]?.kind !== 'SIMILAR');
  const name = modeName(tiers, found);
  const mode = name === null ? null : combined(page.definition, tiers, name);
  const none = search === null ? 'not-permitted' : 'none';
  return { mode: mode ?? none, rows: rows.slice(0, page.size + 1), hasOtherSide: false };
}

/** The fewest best matches that determine the mode, without columns. */
export function firstMatches(definition: ListDefinition): Omit<PageBase, 'conditions' | 'isPrepared'> {
  const sort = Object.values(definition.sorts).find(({ isRelevance }) => isRelevance === true);
  if (sort === undefined) throw new Error(`${definition.name} has no order by relevance.`);
  const order = { key: 'RELEVANCE', sort, direction: 'ASC' } as const;
  return { definition, order, isBackward: false, size: 0, bound: null, nodes: undefined };
}

/** Another page of best matches. */
export async function readMatches(page: PageBase, mode: SearchMode | null, context: RequestContext): Promise<Matches> {
  const rows = await readTiers(page, mode?.ranked?.tiers ?? [], page.size + 1, () => false, context);
  // A cursor belongs to a match on the other side.
  return { rows, hasOtherSide: page.bound !== null };
}

/**
 * Reads one tier after the other, each in its own order, until there are enough rows. A row is in the first tier that it
 * matches.
 */
async function readTiers(
  page: PageBase,
  tiers: readonly SearchTier[],
  limit: number,
  isEnough: (tier: SearchTier, rows: readonly ListRow[]) => boolean,
  context: RequestContext,
): Promise<ListRow[]> {
  // One limit for all tiers together.
  const endMs = performance.now() + LIST_TIMEOUT_MS;
  const numbers = [...tiers.keys()];
  if (!isAscending(page)) numbers.reverse();
  const { bound } = page;
  const first = bound === null ? 0 : numbers.indexOf(Number(bound.sortValue.slice(0, 2)));
  const rows: ListRow[] = [];
  for (const number of numbers.slice(first)) {
    const tier = tiers[number];
    if (tier === undefined || rows.length >= limit || isEnough(tier, rows)) break;
    const values = new SqlValues();
    const text = tierStatement(page, tiers, number, rows, limit - rows.length, values);
    const options = { signal: context.signal, timeoutMs: Math.max(1, endMs - performance.now()) };
    rows.push(...(await context.sql.rows<ListRow>(statementFor(text, page.isPrepared), values.list, options)));
  }
  return rows;
}

function tierOf(row: ListRow): number {
  return Number(String(row['_sort']).slice(0, 2));
}

function tierStatement(
  page: PageBase,
  tiers: readonly SearchTier[],
  number: number,
  seen: readonly ListRow[],
  limit: number,
  values: SqlValues,
): string {
  const { definition, bound } = page;
  const tier = tiers[number] as SearchTier;
  const isUp = isAscending(page);
  const order = tier.order ?? "''";
  const { from, where, key } = rowsOf(definition, tier, values);
  const conditions = [...where, ...page.conditions(values)];
  if (tier.first !== undefined) conditions.push(tier.first(values));
  if (bound !== null || !isUp) {
    for (const better of tiers.slice(0, number)) conditions.push(`(${holds(definition, better, values)}) is not true`);
  } else if (seen.length > 0) {
    // All better matches are on this page.
    conditions.push(`${key} <> all(${values.add(seen.map((row) => row['_key']))}::${definition.key.cast}[])`);
  }
  if (bound !== null && Number(bound.sortValue.slice(0, 2)) === number) {
    const place = `(${values.add(bound.sortValue.slice(2))}::text, ${values.add(bound.key)}::${definition.key.cast})`;
    conditions.push(`(${order}, ${key}) ${isUp ? '>' : '<'} ${place}`);
  }
  const { columns, joins } = columnsFor(definition, page.nodes);
  const way = isUp ? 'asc' : 'desc';
  const rank = String(number).padStart(2, '0');
  return (
    `select ${columns}, '${rank}' || ${order} as _sort, ${key} as _key, '${tier.match}' as "matchedOn"` +
    ` from ${from}${joins}${whereOf(conditions)}` +
    ` order by ${tier.order === undefined ? '' : `${order} ${way}, `}${key} ${way} limit ${values.add(limit)}`
  );
}
