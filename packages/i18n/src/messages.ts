/** Texts by key, ICU message syntax. */
export type Messages = Readonly<Record<string, string>>;

/** Keeps the empty registry from being any object; hosts never see it. */
declare const registryMark: unique symbol;

/**
 * The host declares its keys here by module augmentation, so that a wrong key fails the type check:
 * `declare module '@backcounter/i18n' { interface MessageRegistry extends MyMessages {} }`.
 */
export interface MessageRegistry {
  readonly [registryMark]?: never;
}

type RegisteredKey = Extract<keyof MessageRegistry, string>;

/** A known key; any string where the host declares none. */
export type MessageKey = [RegisteredKey] extends [never] ? string : RegisteredKey;

/** Values of a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date | boolean | null | undefined>>;

/**
 * Flat texts of a file that may be flat or nested: `{a: {b: 'x'}}` becomes `{'a.b': 'x'}`. Anything but texts is left out, so that a
 * hostile or broken file can only lack texts.
 */
export function flattenMessages(file: unknown): Messages {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  const visit = (node: unknown, prefix: string, depth: number) => {
    if (typeof node === 'string') {
      if (prefix) flat[prefix] = node;
    } else if (node !== null && typeof node === 'object' && !Array.isArray(node) && depth < 10) {
      for (const [key, value] of Object.entries(node)) visit(value, prefix ? `${prefix}.${key}` : key, depth + 1);
    }
  };
  visit(file, '', 0);
  return flat;
}
