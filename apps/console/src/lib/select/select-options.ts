import type { ReactNode } from 'react';
import { folded } from '../format/folded.ts';

/** An option of a select. */
export interface SelectOption<Value> {
  readonly value: Value;
  readonly label: string;
  /** A count or a code, at the end of the line. */
  readonly note?: string;
  readonly icon?: ReactNode;
  /** Heading above this option and those that follow with the same one. */
  readonly group?: string;
  /** More words that find it. */
  readonly keywords?: string;
}

/** The options that have all words of a text; without headings, those that begin with it come first. */
export function searched<Value>(options: readonly SelectOption<Value>[], text: string): readonly SelectOption<Value>[] {
  const words = folded(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  const found = options.filter(({ label, note = '', keywords = '' }) => {
    const own = folded(`${label} ${note} ${keywords}`);
    return words.every((word) => own.includes(word));
  });
  if (found.some(({ group }) => group !== undefined)) return found;
  const begins = found.filter(({ label }) => folded(label).startsWith(words.join(' ')));
  return [...begins, ...found.filter((option) => !begins.includes(option))];
}

/** Index of the next option that begins with the letters, or -1. A repeated letter walks through its options. */
export function indexByLetters(options: readonly SelectOption<unknown>[], letters: string, active: number): number {
  const [first = ''] = letters;
  const isRepeated = [...letters].every((letter) => letter === first);
  const wanted = folded(isRepeated ? first : letters);
  const order = options.map((_, index) => (active + index + (isRepeated ? 1 : 0)) % options.length);
  return order.find((index) => folded(options[index]?.label ?? '').startsWith(wanted)) ?? -1;
}
