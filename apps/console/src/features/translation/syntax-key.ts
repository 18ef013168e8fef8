import type { MessageKey } from '@backcounter/i18n';

const HINTS: readonly (readonly [RegExp, MessageKey])[] = [
  [/OTHER_CLAUSE/, 'translation.syntax.other'],
  [/TAG/, 'translation.syntax.tag'],
  [/PLURAL|SELECT/, 'translation.syntax.choice'],
  [/QUOTE/, 'translation.syntax.quote'],
  [/BRACE|UNCLOSED/, 'translation.syntax.brace'],
  [/ARGUMENT|SKELETON|STYLE/, 'translation.syntax.placeholder'],
];

/** The message for an error of the message parser (names of its `ErrorKind`). */
export function syntaxKey(detail: unknown): MessageKey {
  const found = HINTS.find(([pattern]) => pattern.test(String(detail)));
  return found?.[1] ?? 'translation.syntax.unknown';
}
