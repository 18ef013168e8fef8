import type { FieldProblem } from '@backcounter/domain';

/**
 * A problem of a number in the typed unit: limits in whole units rather than in cents or basis points, and an invalid
 * number reported as such.
 */
export function numberProblem({ rule, params }: FieldProblem, exponent: number): FieldProblem {
  if (rule === 'invalid')
    return exponent === 0 ? { rule: 'whole-number' } : { rule: 'decimal-number', params: { decimals: exponent } };
  if (params === undefined || exponent === 0) return params === undefined ? { rule } : { rule, params };
  const typed = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'number' ? value / 10 ** exponent : value,
  ]);
  return { rule, params: Object.fromEntries(typed) };
}
