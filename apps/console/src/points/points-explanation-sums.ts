import type { PointsExplanationQuery } from '../generated/graphql.ts';

/** Credits and debits of one kind in one month. */
export type ExplanationPart = PointsExplanationQuery['pointsExplanation']['parts'][number];

/** Credits and debits of one kind in one month or year. */
export type ExplanationSum = Omit<ExplanationPart, 'month'>;

/** A month or year with its sums by kind. */
export interface ExplanationGroup {
  readonly unit: 'month' | 'year';
  /** Its first day. */
  readonly first: string;
  readonly sums: readonly ExplanationSum[];
}

/** More months would not be readable as a table. */
const MONTHS_MAX = 24;

/** The parts by month, or by year beyond the limit; newest first. */
export function grouped(parts: readonly ExplanationPart[]): readonly ExplanationGroup[] {
  const unit = new Set(parts.map(({ month }) => month)).size > MONTHS_MAX ? 'year' : 'month';
  const firstOf = ({ month }: ExplanationPart) => (unit === 'month' ? month : `${month.slice(0, 4)}-01-01`);
  return [...Map.groupBy(parts, firstOf)]
    .map(([first, ofGroup]) => ({ unit, first, sums: byKind(ofGroup) }) as const)
    .sort((a, b) => (a.first < b.first ? 1 : -1));
}

function byKind(parts: readonly ExplanationPart[]): readonly ExplanationSum[] {
  return [...Map.groupBy(parts, ({ code }) => code)].map(([code, ofKind]) => ({
    code,
    ...totalOf(ofKind),
    transfers: ofKind.reduce((sum, { transfers }) => sum + transfers, 0),
  }));
}

/** Total credits and debits. */
export function totalOf(parts: readonly ExplanationPart[]): { readonly credited: number; readonly debited: number } {
  return {
    credited: parts.reduce((sum, { credited }) => sum + credited, 0),
    debited: parts.reduce((sum, { debited }) => sum + debited, 0),
  };
}
