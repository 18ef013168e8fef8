/** Keys of texts that source code uses. */
export interface KeysInCode {
  /** Quoted keys, and other dotted words. */
  readonly literals: ReadonlySet<string>;
  /** Templates such as `account.state.${state}` and `${noun}.field.${name}`, whose placeholders match anything. */
  readonly patterns: readonly RegExp[];
}

/** Finds the keys that a module uses, for builds and checks; false positives do no harm. */
export function keysInCode(code: string): KeysInCode {
  const literals = new Set<string>();
  for (const [, key = ''] of code.matchAll(/['"]([a-z][\w-]*(?:\.[\w-]+)+)['"]/g)) literals.add(key);
  const patterns = new Map<string, RegExp>();
  for (const [, template = ''] of code.matchAll(/`((?:[a-z][\w-]*|\$\{\w+\}\.field)\.[^`\s]*\$\{[^`]*)`/g)) {
    const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^()|[\]\\]/g, '\\$&'));
    patterns.set(template, new RegExp(`^${parts.join('[\\w.-]+')}$`));
  }
  return { literals, patterns: [...patterns.values()] };
}
