import { folded } from './folded.ts';
import { type FindMatches, findWords, mergeRanges, type Range } from './matched-text.ts';

/** Words with a smaller share of letters in common are not marked. */
const LEAST = 0.4;
/** Words, and the parts of those with a hyphen. */
const WORDS = [/\S+/g, /[\p{L}\p{M}\p{N}]+/gu];

/** Length of the longest sequence of letters that two words have in common. */
function lettersInCommon(one: string, other: string): number {
  let row = new Array<number>(other.length + 1).fill(0);
  for (const letter of one) {
    let before = 0;
    row = row.map((above, at) => {
      if (at > 0) before = letter === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(above, before);
      return before;
    });
  }
  return row.at(-1) ?? 0;
}

/** The word of a name with most letters in common with a typed one. */
function closest(typed: string, name: string): readonly Range[] {
  let best = LEAST;
  let found: readonly Range[] = [];
  for (const { 0: word, index } of WORDS.flatMap((pattern) => [...name.matchAll(pattern)])) {
    const [one, other] = [folded(typed), folded(word)];
    const share = (2 * lettersInCommon(one, other)) / (one.length + other.length);
    if (share < best || (share === best && found.length > 0)) continue;
    best = share;
    found = [[index, index + word.length]];
  }
  return found;
}

/**
 * Finds the words of a search in texts as typed, and in a name that the server found by them otherwise the most similar
 * word. Whole words, because letters of Arabic are joined.
 */
export function findSimilarWords(search: string, name: string): FindMatches {
  const asTyped = (typed: string, text: string): readonly Range[] => findWords(typed)?.(text) ?? [];
  const inName = (typed: string): readonly Range[] => {
    const ranges = asTyped(typed, name);
    return ranges.length > 0 ? ranges : closest(typed, name);
  };
  return (text) => (text === name ? mergeRanges(search.trim().split(/\s+/).flatMap(inName)) : asTyped(search, text));
}
