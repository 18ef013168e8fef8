import type { RequestContext } from '../graphql/request-context.ts';
import type { CursorPosition } from './cursor.ts';
import { type ListDefinition, type SearchMode, type SearchPlan, SqlValues } from './list-definition.ts';
import { filterConditions, type ResolvedFilter } from './list-filter.ts';
import { firstMatches, readBestMatches } from './ranked-page.ts';
import { combined } from './ranked-search.ts';
import { LIST_TIMEOUT_MS } from './statements.ts';

/** Escapes a text for use in a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Values of a column in the order of bytes that begin with a text. Unlike LIKE, it uses an index in prepared statements. */
export function prefixRange(sql: string, prefix: string): string {
  return `${sql} >= ${prefix} and ${sql} < ${prefix} || U&'\\+10FFFF'`;
}

/** The interpretation of a search text that was chosen before, by its name; null if there is none. */
export function modeNamed(definition: ListDefinition, plan: SearchPlan, name: string | null): SearchMode | null {
  if (plan === null || name === null) return null;
  return 'tiers' in plan ? combined(definition, plan.tiers, name) : (plan.find(({ mode }) => mode === name) ?? null);
}

/**
 * Chooses the interpretation of a search text: the first that finds a row, or the ways to match that the rows found
 * call for. Later pages keep the choice, which the cursor carries.
 */
export async function chooseSearch(
  definition: ListDefinition,
  context: RequestContext,
  filter: ResolvedFilter,
  search: string | null,
  position: CursorPosition | null,
): Promise<SearchMode | 'none' | 'not-permitted' | null> {
  if (search === null) return null;
  const plan = definition.planSearch(search, context.caller);
  if (plan === null) return 'not-permitted';
  if (position !== null) return modeNamed(definition, plan, position.searchMode) ?? 'none';
  if ('tiers' in plan) {
    const conditions = (to: SqlValues) => filterConditions(definition, filter, to, context.caller, context.now);
    return (
      await readBestMatches({ ...firstMatches(definition), conditions, isPrepared: !filter.isLive }, plan, context)
    ).mode;
  }
  const last = plan.at(-1);
  if (last === undefined) return 'none';
  if (plan.length === 1) return last;
  const values = new SqlValues();
  const conditions = filterConditions(definition, filter, values, context.caller, context.now);
  const ways = plan
    .slice(0, -1)
    .map(
      ({ condition }, index) =>
        `when exists(select 1 from ${definition.from} where ${[...conditions, condition(values)].join(' and ')}) then ${index}`,
    );
  const [row] = await context.sql.rows<{ way: number | null }>(
    { text: `select case ${ways.join(' ')} end as way`, name: null },
    values.list,
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  return plan[row?.way ?? plan.length - 1] ?? 'none';
}
