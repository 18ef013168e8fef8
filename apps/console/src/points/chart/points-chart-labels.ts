import type { ChartData } from './points-chart-table.tsx';

/** A movement that the chart names, beside the line at its day. */
export interface ChartLabel {
  readonly movement: ChartData['movements'][number];
  /** Where the words stand: after the line in reading direction, or before it where the chart ends. */
  readonly side: 'after' | 'before';
}

/** From here on the words would run out of the chart. */
const NEAR_END = 0.72;

interface Named {
  readonly movement: ChartLabel['movement'];
  readonly place: number;
}

/**
 * The movements that a chart has room to name, in the order of time: where the words of two would meet, each of which takes `gap`, a share
 * of the chart, the larger one is named.
 */
export function chartLabels({ points, movements }: Omit<ChartData, 'step'>, gap: number): readonly ChartLabel[] {
  const placeOf = (day: string) => points.findIndex((point) => point.day === day) / Math.max(1, points.length - 1);
  const named: Named[] = [];
  for (const movement of movements.toSorted((a, b) => Math.abs(b.delta) - Math.abs(a.delta))) {
    const place = placeOf(movement.day);
    const needs = ({ place: other }: Named) => (sideOf(place) === sideOf(other) ? gap : 2 * gap);
    if (place >= 0 && named.every((other) => Math.abs(other.place - place) >= needs(other)))
      named.push({ movement, place });
  }
  return named.sort((a, b) => a.place - b.place).map(({ movement, place }) => ({ movement, side: sideOf(place) }));
}

/** Words on different sides stand towards each other. */
function sideOf(place: number): ChartLabel['side'] {
  return place > NEAR_END ? 'before' : 'after';
}
