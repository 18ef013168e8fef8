/** Texts by key, ICU message syntax. */
export type Messages = Readonly<Record<string, string>>;

/**
 * The host declares its keys here by module augmentation, so that a wrong key fails the type check:
 * `declare module '@backcounter/i18n' { interface MessageRegistry extends MyMessages {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the host
export interface MessageRegistry {}

/** A known key; any string where the host declares none. */
export type MessageKey = keyof MessageRegistry extends never ? string : Extract<keyof MessageRegistry, string>;

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
