import type { PseudoLocale } from './locale.ts';
import type { Messages } from './messages.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = [...'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'];
const MIRROR_START = '\u202e';
const MIRROR_END = '\u202c';

/** Rewrites only what people read: placeholders, plural and select syntax, tags and quoted parts stay. */
function rewrite(message: string, text: (part: string) => string): string {
  let at = 0;
  const readText = (): string => {
    let out = '';
    let run = '';
    const flush = () => {
      out += run.trim() === '' ? run : text(run);
      run = '';
    };
    while (at < message.length && message[at] !== '}') {
      const rest = message.slice(at);
      const verbatim = /^(?:'[{}<#][^']*'|''|<[^>]*>|#)/.exec(rest)?.[0];
      if (verbatim) {
        flush();
        out += verbatim;
        at += verbatim.length;
      } else if (message[at] === '{') {
        flush();
        out += readArgument();
      } else {
        run += message[at];
        at += 1;
      }
    }
    flush();
    return out;
  };
  const readArgument = (): string => {
    let out = message[at] ?? '';
    at += 1;
    while (at < message.length && message[at] !== '}') {
      if (message[at] === '{') {
        at += 1;
        out += `{${readText()}}`;
        at += 1;
      } else {
        out += message[at];
        at += 1;
      }
    }
    at += 1;
    return `${out}}`;
  };
  return readText();
}

/** A message of a pseudo-locale. */
export function pseudoMessage(message: string, locale: PseudoLocale): string {
  if (locale === 'ar-XB') {
    return rewrite(message, (part) => part.replace(/\S+/g, (word) => `${MIRROR_START}${word}${MIRROR_END}`));
  }
  const longer = rewrite(message, (part) => {
    const accented = [...part].map((char) => ACCENTED[PLAIN.indexOf(char)] ?? char).join('');
    return accented + '~'.repeat(Math.ceil(part.trim().length * 0.3));
  });
  return `[${longer}]`;
}

/** All texts in a pseudo-locale. */
export function pseudoMessages(messages: Messages, locale: PseudoLocale): Messages {
  return Object.fromEntries(Object.entries(messages).map(([key, message]) => [key, pseudoMessage(message, locale)]));
}
