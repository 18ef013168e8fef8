import type { ChartData } from './points-chart-table.tsx';

/** A movement that the chart names, beside the line at its day. */
export interface ChartLabel {
  readonly movement: ChartData['movements'][number];
  /** Where the words stand: after the line in reading direction, or before it where the chart ends. */
  readonly side: 'after' | 'before';
}

/** From here on the words would run out of the chart. */
const NEAR_END = 0.72;

/**
 * The movements that a chart has room to name, in the order of time: where two stand closer together than `gap`, a share of the chart, the
 * larger one is named.
 */
export function chartLabels({ points, movements }: Omit<ChartData, 'step'>, gap: number): readonly ChartLabel[] {
  const placeOf = (day: string) => points.findIndex((point) => point.day === day) / Math.max(1, points.length - 1);
  const named: { readonly movement: ChartLabel['movement']; readonly place: number }[] = [];
  for (const movement of movements.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta))) {
    const place = placeOf(movement.day);
    if (place >= 0 && named.every((other) => Math.abs(other.place - place) >= gap)) named.push({ movement, place });
  }
  return named
    .sort((a, b) => a.place - b.place)
    .map(({ movement, place }) => ({ movement, side: place > NEAR_END ? 'before' : 'after' }));
}
