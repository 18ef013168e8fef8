/** Keys of texts that some source code uses. */
export interface KeysInCode {
  /** Keys in quotes, and other words with dots. */
  readonly literals: ReadonlySet<string>;
  /** Templates such as `account.state.${state}`, whose filled-in parts match anything. */
  readonly patterns: readonly RegExp[];
}

/** Finds the keys that a module uses, for builds and checks; what is no key does no harm. */
export function keysInCode(code: string): KeysInCode {
  const literals = new Set<string>();
  for (const [, key = ''] of code.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)) literals.add(key);
  const patterns = new Map<string, RegExp>();
  for (const [, template = ''] of code.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/g)) {
    const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&'));
    patterns.set(template, new RegExp(`^${parts.join('[\\w.-]+')}$`));
  }
  return { literals, patterns: [...patterns.values()] };
}
