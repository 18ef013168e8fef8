import { BEHAVIORS, clausesOf, SEGMENT_BEHAVIORS, type SegmentRule } from '@backcounter/domain';
import { callerMay } from '../../../graphql/request-context.ts';
import type { ListDefinition, RowRule } from '../../../listing/list-definition.ts';
import type { Caller } from '../../../ports/identity.ts';
import { clauseFilters } from './segment-condition.ts';

/** Clauses that the caller may not use, as paths in a rule. */
function hiddenClauses(accounts: ListDefinition, caller: Caller): readonly string[] {
  const filters = Object.entries(clauseFilters(accounts)).flatMap(([key, { permission }]) =>
    permission === undefined || callerMay(caller, permission) ? [] : [`account.${key}`],
  );
  const behaviors = BEHAVIORS.filter((behavior) => !callerMay(caller, SEGMENT_BEHAVIORS[behavior].permission));
  return [...filters, ...behaviors];
}

/**
 * Segments with a clause that the caller may not use are hidden from the caller. Roles are compared at each request, so
 * a changed policy applies at once.
 */
export function visibleSegments(accounts: ListDefinition, caller: Caller): RowRule | null {
  const hidden = hiddenClauses(accounts, caller);
  if (hidden.length === 0) return null;
  return {
    scope: `without ${hidden.join()}`,
    condition: () => hidden.map((path) => `not jsonb_path_exists(r.rule, '$.**.${path}')`).join(' and '),
  };
}

/** True if the caller may read segments and use each clause of this rule. */
export function mayUseRule(accounts: ListDefinition, rule: unknown, caller: Caller): boolean {
  if (!callerMay(caller, 'segment.read')) return false;
  const hidden = hiddenClauses(accounts, caller);
  return clausesOf(rule as SegmentRule).every(({ clause }) => {
    const [[key, terms]] = Object.entries(clause) as [[string, object]];
    return !hidden.includes(key === 'account' ? `account.${Object.keys(terms)[0]}` : key);
  });
}
