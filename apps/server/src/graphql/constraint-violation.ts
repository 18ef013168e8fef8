const KINDS: Readonly<Record<string, 'unique' | 'check' | 'reference'>> = {
  '23505': 'unique',
  '23514': 'check',
  '23503': 'reference',
};

/**
 * The constraint that a statement violated, from which a service derives the invalid field; null for any other error.
 */
export function violatedConstraint(
  error: unknown,
): { readonly kind: 'unique' | 'check' | 'reference'; readonly name: string } | null {
  const { code, constraint: name } = (error ?? {}) as { readonly code?: unknown; readonly constraint?: unknown };
  const kind = KINDS[String(code)];
  return kind === undefined || typeof name !== 'string' ? null : { kind, name };
}
