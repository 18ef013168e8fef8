import { distance } from 'fastest-levenshtein';

/** Different texts that are compared: a file with more of them has other problems than typing errors. */
const TEXTS_MAX = 2_000;
/** Letters of a text for each that may differ. */
const LETTERS_PER_EDIT = 4;

/** A text without case, accents, spaces and punctuation. */
export function plain(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** Finds the known word that a mistyped one most likely is. */
export class NearestWord {
  readonly #words: readonly { readonly key: string; readonly word: string; readonly meaning: string }[];
  readonly #found = new Map<string, string | undefined>();

  /** With the meaning of each word: words of one meaning do not compete. */
  constructor(words: Iterable<readonly [word: string, meaning: string]>) {
    this.#words = [...words].map(([word, meaning]) => ({ key: plain(word), word, meaning }));
  }

  /** The nearest word; undefined if none is near, or words of different meanings are equally near. */
  of(text: string): string | undefined {
    const key = plain(text);
    if (this.#found.has(key) || this.#found.size >= TEXTS_MAX) return this.#found.get(key);
    const found = this.#nearest(key);
    this.#found.set(key, found);
    return found;
  }

  #nearest(key: string): string | undefined {
    let least = Math.floor(key.length / LETTERS_PER_EDIT);
    let best: { readonly word: string; readonly meaning: string } | undefined;
    let isUnclear = false;
    for (const each of this.#words) {
      if (Math.abs(each.key.length - key.length) > least) continue;
      const edits = distance(key, each.key);
      if (edits > least) continue;
      isUnclear = best !== undefined && edits === least && (isUnclear || each.meaning !== best.meaning);
      if (best === undefined || edits < least) best = each;
      least = edits;
    }
    return isUnclear ? undefined : best?.word;
  }
}
