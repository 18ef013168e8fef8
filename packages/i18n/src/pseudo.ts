import { type MessageFormatElement, TYPE } from '@formatjs/icu-messageformat-parser';
import { compileMessage } from './compile.ts';
import type { PseudoLocale } from './locale.ts';
import type { CompiledMessage, CompiledMessages } from './messages.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
const MIRROR_START = '\u202e';
const MIRROR_END = '\u202c';

function accented(part: string): string {
  const letters = [...part].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join('');
  return letters + '~'.repeat(Math.ceil(part.trim().length * 0.3));
}

const mirrored = (part: string) => part.replace(/\S+/g, (word) => `${MIRROR_START}${word}${MIRROR_END}`);

/** Rewrites only readable text; placeholders, choices and tags are kept. */
function rewrite(elements: readonly MessageFormatElement[], text: (part: string) => string): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: text(element.value) };
    if (element.type === TYPE.tag) return { ...element, children: rewrite(element.children, text) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(
      ([name, option]) => [name, { ...option, value: rewrite(option.value, text) }] as const,
    );
    return { ...element, options: Object.fromEntries(options) };
  });
}

const literal = (value: string): MessageFormatElement => ({ type: TYPE.literal, value });

/** A message of a pseudo-locale. */
export function pseudoMessage(message: CompiledMessage, locale: PseudoLocale): readonly MessageFormatElement[] {
  const read = typeof message === 'string' ? compileMessage(message) : message;
  const elements = typeof read === 'string' ? [literal(read)] : read;
  return locale === 'ar-XB'
    ? rewrite(elements, mirrored)
    : [literal('['), ...rewrite(elements, accented), literal(']')];
}

/**
 * Texts in a pseudo-locale, each made on first access. Includes texts that pages add to the English ones later;
 * otherwise a check of a screen would report them as untranslatable. Texts in `given` are used unchanged.
 */
export function pseudoMessages(
  messages: CompiledMessages,
  locale: PseudoLocale,
  given: CompiledMessages = {},
): CompiledMessages {
  const made = new Map<string, CompiledMessage>(Object.entries(given));
  return new Proxy(messages, {
    get(english, key) {
      if (typeof key !== 'string' || !Object.hasOwn(english, key)) return undefined;
      let message = made.get(key);
      if (message === undefined) {
        message = pseudoMessage(english[key] ?? '', locale);
        made.set(key, message);
      }
      return message;
    },
  });
}
