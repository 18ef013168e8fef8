import type { ListDefinition, SearchMode, SearchTier, SqlValues } from './list-definition.ts';

/** If the better ways to match find fewer rows, similar ones are included. */
export const SIMILAR_BELOW = 10;

const SCOPES = { EXACT: ['EXACT'], PART: ['EXACT', 'PART'], SIMILAR: ['EXACT', 'PART', 'SIMILAR'] } as const;

/** A mode that combines tiers, by a name that cursors and stored selections carry. */
export function combined(definition: ListDefinition, tiers: readonly SearchTier[], name: string): SearchMode | null {
  const [scope = '', match = ''] = name.split(':');
  const kinds: readonly string[] | undefined = SCOPES[scope as keyof typeof SCOPES];
  const included = tiers.filter(({ kind }) => kinds?.includes(kind));
  if (included.length === 0) return null;
  return {
    mode: name,
    isFragment: true,
    ranked: { tiers: included, match },
    condition: (values) =>
      `${definition.key.sql} = any(array(${included.map((tier) => keysOf(definition, tier, values)).join(' union all ')}))`,
  };
}

/** Name of the mode for the first matches without similar ones: the numbers of their tiers, in order. */
export function modeName(tiers: readonly SearchTier[], found: readonly number[]): string | null {
  const best = tiers[found[0] ?? tiers.findIndex(({ kind }) => kind === 'SIMILAR')];
  if (best === undefined) return null;
  const scope = best.kind === 'EXACT' ? 'EXACT' : found.length < SIMILAR_BELOW ? 'SIMILAR' : 'PART';
  return `${scope}:${best.match}`;
}

/** SQL of the first way in which a row matches. */
export function matchedOn(definition: ListDefinition, tiers: readonly SearchTier[], values: SqlValues): string {
  return `case ${tiers.map((tier) => `when ${holds(definition, tier, values)} then '${tier.match}'`).join(' ')} end`;
}

/**
 * FROM and conditions of a tier's rows. Without an order of its own, a tier's keys are read first, into an array: the
 * planner would expect far too many and read the whole list for them.
 */
export function rowsOf(
  definition: ListDefinition,
  tier: SearchTier,
  values: SqlValues,
): { readonly from: string; readonly where: readonly string[]; readonly key: string } {
  const { from, key } = definition;
  if (tier.among === undefined) return { from, where: [tier.condition(values)], key: key.sql };
  if (tier.order === undefined) {
    return { from, where: [`${key.sql} = any(array(${keysOf(definition, tier, values)}))`], key: key.sql };
  }
  const table = tier.among.table(values);
  return {
    from: `${table} join ${from} on ${key.sql} = ${tier.among.key}`,
    where: [tier.condition(values)],
    key: tier.among.key,
  };
}

/** A WHERE clause, or nothing. */
export function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`;
}

/** SELECT of the keys of a tier's rows. */
function keysOf({ from, key }: ListDefinition, { among, condition }: SearchTier, values: SqlValues): string {
  if (among === undefined) return `select ${key.sql} from ${from} where ${condition(values)}`;
  return `select ${among.key} from ${among.table(values)} where ${condition(values)}`;
}

/** Condition on a row of the list for a tier. */
export function holds({ key }: ListDefinition, tier: SearchTier, values: SqlValues): string {
  if (tier.holds !== undefined) return tier.holds(values);
  if (tier.among === undefined) return tier.condition(values);
  const { table, key: among } = tier.among;
  return `exists (select from ${table(values)} where ${among} = ${key.sql} and ${tier.condition(values)})`;
}
