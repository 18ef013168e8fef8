import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** Texts by key, ICU message syntax. */
export type Messages = Readonly<Record<string, string>>;

/** A text without syntax, or a parsed one. */
export type CompiledMessage = string | readonly MessageFormatElement[];

/** Texts by key, ready to format. */
export type CompiledMessages = Readonly<Record<string, CompiledMessage>>;

/** Keeps the empty registry from matching any object; hosts never see it. */
declare const registryMark: unique symbol;

/**
 * The host declares its keys here by module augmentation, so that a wrong key fails the type check:
 * `declare module '@backcounter/i18n' { interface MessageRegistry extends MyMessages {} }`.
 */
export interface MessageRegistry {
  readonly [registryMark]?: never;
}

type RegisteredKey = Extract<keyof MessageRegistry, string>;

/** A known key; any string if the host declares none. */
export type MessageKey = [RegisteredKey] extends [never] ? string : RegisteredKey;

/** Values of a message's placeholders. */
export type MessageValues = Readonly<Record<string, string | number | bigint | Date | boolean | null | undefined>>;

/** True for a text without any placeholder, tag or quote of the ICU message syntax. */
export function isPlainText(text: string): boolean {
  return !/[{}<']/.test(text);
}

/** Limits of a file: texts, characters of a text, and nesting. */
export const MESSAGE_LIMITS = { messages: 20_000, characters: 10_000, depth: 10 } as const;

/**
 * Flattens the texts of a file: `{a: {b: 'x'}}` becomes `{'a.b': 'x'}`. Skips anything but texts within {@link
 * MESSAGE_LIMITS}, so that a hostile or broken file can only lack texts.
 */
export function flattenMessages(file: unknown): Messages {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  let count = 0;
  const visit = (node: unknown, prefix: string, depth: number) => {
    if (typeof node === 'string') {
      if (prefix === '' || prefix === '__proto__' || node.length > MESSAGE_LIMITS.characters) return;
      count += 1;
      if (count <= MESSAGE_LIMITS.messages) flat[prefix] = node;
    } else if (node !== null && typeof node === 'object' && !Array.isArray(node) && depth < MESSAGE_LIMITS.depth) {
      for (const [key, value] of Object.entries(node)) visit(value, prefix ? `${prefix}.${key}` : key, depth + 1);
    }
  };
  visit(file, '', 0);
  return flat;
}

/** Writes a file of texts: flat, with sorted keys, so that equal texts make equal bytes and an equal hash. */
export function writeMessageFile(messages: Messages): string {
  const keys = Object.keys(messages).sort((a, b) => (a < b ? -1 : 1));
  return `{${keys.map((key) => `\n${JSON.stringify(key)}:${JSON.stringify(messages[key])}`).join(',')}\n}\n`;
}
