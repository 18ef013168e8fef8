import type { RequestContext } from '../graphql/request-context.ts';
import type { CursorPosition } from './cursor.ts';
import { type ListDefinition, type SearchMode, SqlValues } from './list-definition.ts';
import { filterConditions, type ResolvedFilter } from './list-filter.ts';
import { LIST_TIMEOUT_MS } from './statements.ts';

/** Escapes a text for use in a LIKE pattern. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/**
 * Chooses the interpretation of a search text: the first that finds a row. Later pages keep the choice, which the
 * cursor carries.
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
  if (position !== null) return plan.find(({ mode }) => mode === position.searchMode) ?? 'none';
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
