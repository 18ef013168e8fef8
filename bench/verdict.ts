/** By how much a figure has to differ to mean something: medians of seven runs on the same machine drift by less. */
const DRIFT = 1.1;
const COUNTED = new Set(['statements', 'round trips']);
/** Sizes, and ratios: of some a larger one is better, of others a smaller one. */
const SIZES = new Set(['MB', 'kB', 'bytes', 'kB brotli', 'x']);

export interface Verdict {
  /** After divided by before; 1 where both are nothing. */
  readonly ratio: number;
  readonly word: 'equal' | 'different' | 'slower' | 'faster' | 'larger' | 'smaller';
}

/** Compares two figures of one row. Counts are equal or different; of other figures a tenth more or less is equal. */
export function verdictOf(unit: string, before: number, after: number): Verdict {
  const ratio = before === after ? 1 : after / before;
  if (COUNTED.has(unit)) return { ratio, word: before === after ? 'equal' : 'different' };
  if (ratio <= DRIFT && ratio >= 1 / DRIFT) return { ratio, word: 'equal' };
  const isMore = ratio > 1;
  if (SIZES.has(unit)) return { ratio, word: isMore ? 'larger' : 'smaller' };
  const isRate = unit.endsWith('/s');
  return { ratio, word: isMore === isRate ? 'faster' : 'slower' };
}
