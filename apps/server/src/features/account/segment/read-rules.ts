import type { SegmentRule } from '@backcounter/domain';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { type ListDefinition, SqlValues } from '../../../listing/list-definition.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { visibleSegments } from './segment-access.ts';

/** Up to this many members, it is faster to find all of them than to look for them in the order of the list. */
const RARE_MAX = 10_000;

/** A rule, and whether it has few members according to its last daily count. */
export interface ReadRule {
  readonly rule: SegmentRule;
  readonly isRare: boolean;
}

/** Rules of segments that the caller may see, by id. */
export async function readRules(
  accounts: ListDefinition,
  { sql, signal, caller }: RequestContext,
  ids: readonly string[],
): Promise<Readonly<Record<string, ReadRule>>> {
  const values = new SqlValues();
  const conditions = [`r.id = any(${values.add(ids)}::uuid[])`];
  const rule = visibleSegments(accounts, caller);
  if (rule !== null) conditions.push(rule.condition(values));
  const rows = await sql.rows<ReadRule & { readonly id: string }>(
    statementFor(`select r.id, r.rule, coalesce((select d.members <= ${RARE_MAX} from segment_day d where d.segment_id = r.id
        order by d.day desc limit 1), false) as "isRare" from segment r where ${conditions.join(' and ')}`),
    values.list,
    { signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  const found = new Map(rows.map(({ id, rule: one, isRare }) => [id, { rule: one, isRare }]));
  return Object.fromEntries(
    ids.flatMap((id) => {
      const read = found.get(id.toLowerCase());
      return read === undefined ? [] : [[id, read]];
    }),
  );
}
