import { fold, mergeRanges, type Range } from '../../lib/format/matched-text.ts';

/** Score of a match, and its position. */
export interface Fit {
  readonly score: number;
  readonly ranges: readonly Range[];
}

/** Kinds of matches of a word, from the best to the worst. */
const SCORE = { whole: 100, start: 90, word: 70, initials: 60, synonym: 50, inside: 40, typo: 20, synonymTypo: 15 };
/** Minimum lengths for a match inside a word, and for one with a typo. */
const INSIDE_MIN_LENGTH = 2;
const TYPO_MIN_LENGTH = 4;

const wordsOf = (text: string) =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ word: match[0], at: match.index }));

/** True when one inserted, missing, replaced or swapped letter makes `typed` a prefix of `word`. */
function isNearly(typed: string, word: string): boolean {
  let same = 0;
  while (same < typed.length && typed[same] === word[same]) same += 1;
  const [rest, wanted] = [typed.slice(same), word.slice(same)];
  return (
    wanted.startsWith(rest.slice(1)) ||
    wanted.slice(1).startsWith(rest) ||
    wanted.slice(1).startsWith(rest.slice(1)) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && wanted.slice(2).startsWith(rest.slice(2)))
  );
}

/** The best match of one word of the query. */
function place(typed: string, title: string, synonyms: string): Fit | null {
  const titleWords = wordsOf(title);
  const found = (score: number, at: number, length = typed.length): Fit => ({ score, ranges: [[at, at + length]] });
  const start = titleWords.find(({ word }) => word.startsWith(typed));
  if (start) return found(SCORE.word, start.at);
  const initials = titleWords.map(({ word }) => word[0]).join('');
  if (typed.length >= INSIDE_MIN_LENGTH && initials.startsWith(typed)) {
    return { score: SCORE.initials, ranges: titleWords.slice(0, typed.length).map(({ at }): Range => [at, at + 1]) };
  }
  const synonymWords = wordsOf(synonyms);
  if (synonymWords.some(({ word }) => word.startsWith(typed))) return { score: SCORE.synonym, ranges: [] };
  const inside = typed.length >= INSIDE_MIN_LENGTH ? title.indexOf(typed) : -1;
  if (inside >= 0) return found(SCORE.inside, inside);
  // Digits are keys: a number with a typo is another number.
  if (typed.length < TYPO_MIN_LENGTH || /\d/.test(typed)) return null;
  const nearly = titleWords.find(({ word }) => isNearly(typed, word));
  if (nearly) return found(SCORE.typo, nearly.at, Math.min(typed.length, nearly.word.length));
  return synonymWords.some(({ word }) => isNearly(typed, word)) ? { score: SCORE.synonymTypo, ranges: [] } : null;
}

/**
 * The match of a query in a title or its synonyms; null when a word is in neither. The worst word counts, so that a
 * further word never improves a match.
 */
export function rank(query: string, title: string, synonyms = ''): Fit | null {
  const folded = fold(title);
  const wanted = fold(query).text.trim();
  if (wanted === '') return { score: 0, ranges: [] };
  const places = (ranges: readonly Range[]) =>
    ranges.map(([from, to]): Range => [folded.places[from] ?? 0, folded.places[to] ?? title.length]);
  // Surrounding whitespace must not keep a title from matching itself.
  const begin = folded.text.length - folded.text.trimStart().length;
  if (folded.text.startsWith(wanted, begin)) {
    const score = folded.text.trim().length === wanted.length ? SCORE.whole : SCORE.start;
    return { score, ranges: places([[begin, begin + wanted.length]]) };
  }
  const other = fold(synonyms).text;
  const typed = wordsOf(wanted).map(({ word }) => word);
  const fits = typed.map((word) => place(word, folded.text, other));
  if (fits.length === 0 || fits.includes(null)) return null;
  const all = fits.flatMap((fit) => fit ?? []);
  return {
    score: Math.min(...all.map(({ score }) => score)),
    ranges: places(mergeRanges(all.flatMap(({ ranges }) => ranges))),
  };
}

/** A title and its synonyms. */
interface Ranked {
  readonly title: string;
  readonly words: string;
}

/** Score of the beginning of a title or of all of it; 0 for any other match. */
export function startScore(query: string, title: string): number {
  const { score } = rank(query, title) ?? { score: 0 };
  return score >= SCORE.start ? score : 0;
}

/** True where a word matched only with a typo. */
export const isMistyped = ({ score }: Fit): boolean => score <= SCORE.typo;

/**
 * The matching entries, the best first and otherwise in their order. Matches with typos count only if nothing matches
 * exactly.
 */
export function rankAll<Entry extends Ranked>(
  query: string,
  entries: readonly Entry[],
): readonly { readonly entry: Entry; readonly fit: Fit }[] {
  const found = entries
    .flatMap((entry) => {
      const fit = rank(query, entry.title, entry.words);
      return fit ? [{ entry, fit }] : [];
    })
    .sort((a, b) => b.fit.score - a.fit.score);
  const typed = found.filter(({ fit }) => !isMistyped(fit));
  return typed.length > 0 ? typed : found;
}
