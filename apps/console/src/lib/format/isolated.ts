const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * A text that people wrote, within a text of the console: it reads in its own direction, whichever that is, and does not turn around what
 * stands beside it (Unicode, annex 9). Where an element can stand around it, that is `bdi`.
 */
export const isolated = (text: string): string => `${ISOLATE}${text}${END_OF_ISOLATE}`;

/** Texts that people wrote, one after the other, in the order in which the reader reads. */
export function isolatedList(texts: readonly string[], locale: string): string {
  return new Intl.ListFormat(locale, { type: 'unit' }).format(texts.map(isolated));
}
