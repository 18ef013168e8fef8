import { formatNumber } from '../lib/format/formats.ts';

/** Precision of a count; the kinds of the API. */
export type CountKind = 'EXACT' | 'ESTIMATE' | 'LOWER_BOUND';

export interface ListCount {
  readonly kind: CountKind;
  readonly value: number;
  readonly countedAt: string;
}

/** A count that shows its precision: `12,431`, `≈ 186,000`, `10,000+`. */
export function countFigure(count: Pick<ListCount, 'kind' | 'value'>, locale: string): string {
  const figure = formatNumber(count.value, locale);
  if (count.kind === 'ESTIMATE') return `≈ ${figure}`;
  return count.kind === 'LOWER_BOUND' ? `${figure}+` : figure;
}

/** `aria-rowcount`: rows and the header; -1 means "unknown" in ARIA. */
export function ariaRowCount(count: ListCount | undefined, headerRows: number): number {
  return count?.kind === 'EXACT' ? count.value + headerRows : -1;
}
