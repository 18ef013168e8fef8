import { folded } from './folded.ts';

/** A range of a text to mark: from, inclusive, to, exclusive. */
export type Range = readonly [from: number, to: number];

/** Finds what to mark in a text. */
export type FindMatches = (text: string) => readonly Range[];

/** A text without case and accents. */
export interface Folded {
  readonly text: string;
  /** Index of each letter in the original text, and one more for the end. */
  readonly places: readonly number[];
}

/** Lower case without accents and invisible characters (soft hyphens): `Ōsaka` is found by `osaka`, and أ by ا. */
export function fold(text: string): Folded {
  let plainText = '';
  const places: number[] = [];
  let at = 0;
  for (const letter of text) {
    const plain = folded(letter);
    plainText += plain;
    for (let index = 0; index < plain.length; index += 1) places.push(at);
    at += letter.length;
  }
  return { text: plainText, places: [...places, at] };
}

/** In order, without overlaps: two words may have matched the same range. */
export function mergeRanges(ranges: readonly Range[]): readonly Range[] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged;
}

/** Shorter words match only at the start of a word. */
const INSIDE_MIN_LENGTH = 3;
const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);

/**
 * Finds the words of a search in texts, ignoring case and accents. Digits with spaces are one number, without the
 * zeros of national and international calls. Null for an empty search.
 */
export function findWords(search: string): FindMatches | null {
  const wanted = fold(search).text.trim();
  const words = /^[\d\s+()/-]+$/.test(wanted)
    ? [wanted.replace(/\D/g, '').replace(/^0+/, '')]
    : [...new Set(wanted.split(/\s+/))];
  const sought = words.filter((word) => word !== '');
  if (sought.length === 0) return null;
  return (text) => {
    const within = fold(text);
    const ranges: Range[] = [];
    for (const word of sought) {
      for (let at = within.text.indexOf(word); at >= 0; at = within.text.indexOf(word, at + word.length)) {
        if (word.length < INSIDE_MIN_LENGTH && isLetter(within.text[at - 1])) continue;
        ranges.push([within.places[at] ?? 0, within.places[at + word.length] ?? text.length]);
      }
    }
    return mergeRanges(ranges);
  };
}
