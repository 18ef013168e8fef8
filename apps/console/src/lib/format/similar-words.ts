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

/**
 * Finds the words of a search in a name that the server found by them: as typed, or else the most similar word. Whole
 * words, because letters of Arabic are joined.
 */
export function findSimilarWords(search: string): FindMatches {
  const sought = search
    .trim()
    .split(/\s+/)
    .map((typed) => ({ text: folded(typed), find: findWords(typed) }));
  return (name) => {
    const words = WORDS.flatMap((pattern) => [...name.matchAll(pattern)]).map(({ 0: word, index }) => ({
      text: folded(word),
      range: [index, index + word.length] as const,
    }));
    const closest = (text: string): readonly Range[] => {
      let best = LEAST;
      let found: readonly Range[] = [];
      for (const word of words) {
        const share = (2 * lettersInCommon(text, word.text)) / (text.length + word.text.length);
        if (share < best || (share === best && found.length > 0)) continue;
        best = share;
        found = [word.range];
      }
      return found;
    };
    return mergeRanges(
      sought.flatMap(({ text, find }) => {
        const ranges = find?.(name) ?? [];
        return ranges.length > 0 ? ranges : closest(text);
      }),
    );
  };
}
