import { formatList } from './formats.ts';

const ISOLATE = '\u2068';
const END_OF_ISOLATE = '\u2069';

/**
 * A person's text within a text of the console: it keeps its own direction and does not reorder its surroundings
 * (Unicode, annex 9). Where an element is possible, use `bdi`.
 */
export const isolated = (text: string): string => `${ISOLATE}${text}${END_OF_ISOLATE}`;

/** A list of people's texts, in reading order. */
export function isolatedList(texts: readonly string[], locale: string): string {
  return formatList(texts.map(isolated), locale);
}
