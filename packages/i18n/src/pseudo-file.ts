import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import type { PseudoLocale } from './locale.ts';
import type { Messages } from './messages.ts';
import { pseudoMessage } from './pseudo.ts';

/**
 * Texts of a pseudo-locale in ICU message syntax, for readers that only load files. Skips texts that cannot be parsed.
 */
export function pseudoTexts(texts: Messages, locale: PseudoLocale): Messages {
  const made: Record<string, string> = {};
  for (const [key, text] of Object.entries(texts)) {
    try {
      made[key] = printAST([...pseudoMessage(text, locale)]);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
    }
  }
  return made;
}
