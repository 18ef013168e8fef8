import type { RequestContext } from '../../../graphql/request-context.ts';
import { type ListDefinition, SqlValues } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { visibleSegments } from './segment-access.ts';

/** Rules of segments that the caller may see, by id. */
export async function readRules(
  accounts: ListDefinition,
  { sql, signal, caller }: RequestContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const values = new SqlValues();
  const conditions = [`r.id = any(${values.add(ids)}::uuid[])`];
  const rule = visibleSegments(accounts, caller);
  if (rule !== null) conditions.push(rule.condition(values));
  const rows = await sql.rows<{ id: string; rule: unknown }>(
    statementFor(`select r.id, r.rule from segment r where ${conditions.join(' and ')}`),
    values.list,
    { signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  const found = new Map(rows.map((row) => [row.id, row.rule]));
  return Object.fromEntries(
    ids.flatMap((id) => (found.has(id.toLowerCase()) ? [[id, found.get(id.toLowerCase())]] : [])),
  );
}
