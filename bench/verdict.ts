/** Factor beyond which a difference is significant: medians of seven runs on the same machine drift by less. */
const DRIFT = 1.1;
const COUNTED = new Set(['statements', 'round trips']);
/** Sizes, and ratios: larger is better for some, smaller for others. */
const SIZES = new Set(['MB', 'kB', 'bytes', 'kB brotli', 'x']);

export interface Verdict {
  /** After divided by before; 1 where both are 0. */
  readonly ratio: number;
  readonly word: 'equal' | 'different' | 'slower' | 'faster' | 'larger' | 'smaller';
}

/** Compares two figures of one row. Counts are equal or different; other figures are equal within a tenth. */
export function verdictOf(unit: string, before: number, after: number): Verdict {
  const ratio = before === after ? 1 : after / before;
  if (COUNTED.has(unit)) return { ratio, word: before === after ? 'equal' : 'different' };
  if (ratio <= DRIFT && ratio >= 1 / DRIFT) return { ratio, word: 'equal' };
  const isMore = ratio > 1;
  if (SIZES.has(unit)) return { ratio, word: isMore ? 'larger' : 'smaller' };
  const isRate = unit.endsWith('/s');
  return { ratio, word: isMore === isRate ? 'faster' : 'slower' };
}
