import { BEHAVIORS, SEGMENT_BEHAVIORS } from '@backcounter/domain';
import { callerMay } from '../../../graphql/request-context.ts';
import type { ListDefinition, RowRule } from '../../../listing/list-definition.ts';
import type { Caller } from '../../../ports/identity.ts';
import { clauseFilters } from './segment-condition.ts';

/**
 * Segments with a clause that the caller may not use are hidden from the caller. Roles are compared at each request, so
 * a changed policy applies at once.
 */
export function visibleSegments(accounts: ListDefinition, caller: Caller): RowRule | null {
  const filters = Object.entries(clauseFilters(accounts)).flatMap(([key, { permission }]) =>
    permission === undefined || callerMay(caller, permission) ? [] : [`account.${key}`],
  );
  const behaviors = BEHAVIORS.filter((behavior) => !callerMay(caller, SEGMENT_BEHAVIORS[behavior].permission));
  const hidden = [...filters, ...behaviors];
  if (hidden.length === 0) return null;
  return {
    scope: `without ${hidden.join()}`,
    condition: () => hidden.map((path) => `not jsonb_path_exists(r.rule, '$.**.${path}')`).join(' and '),
  };
}
