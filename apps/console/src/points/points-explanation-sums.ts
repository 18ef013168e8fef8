import type { PointsExplanationQuery } from '../generated/graphql.ts';

/** What came in and went out of one kind in one month. */
export type ExplanationPart = PointsExplanationQuery['pointsExplanation']['parts'][number];

/** The parts by month, newest first. */
export function byMonth(
  parts: readonly ExplanationPart[],
): readonly { readonly month: string; readonly parts: readonly ExplanationPart[] }[] {
  return [...Map.groupBy(parts, ({ month }) => month)]
    .map(([month, ofMonth]) => ({ month, parts: ofMonth }))
    .sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** All that came in and went out. */
export function totalOf(parts: readonly ExplanationPart[]): { readonly credited: number; readonly debited: number } {
  return {
    credited: parts.reduce((sum, { credited }) => sum + credited, 0),
    debited: parts.reduce((sum, { debited }) => sum + debited, 0),
  };
}
