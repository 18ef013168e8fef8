import type { ChartData } from './points-chart-table.tsx';

/** A labelled movement of the chart, beside the line at its day. */
export interface ChartLabel {
  readonly movement: ChartData['movements'][number];
  /** Position of the label: after the line in reading direction, or before it near the end of the chart. */
  readonly side: 'after' | 'before';
}

/** From here on a label would leave the chart. */
const NEAR_END = 0.72;

interface Named {
  readonly movement: ChartLabel['movement'];
  readonly place: number;
}

/**
 * The movements that a chart has room to label, in the order of time: where the labels of two would overlap, each of
 * which takes `gap`, a share of the chart, the larger one is labelled.
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

/** Labels on different sides face each other. */
function sideOf(place: number): ChartLabel['side'] {
  return place > NEAR_END ? 'before' : 'after';
}
