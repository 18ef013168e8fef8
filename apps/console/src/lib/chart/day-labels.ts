/** A labelled day of a chart, with the label beside the line at its day. */
export type DayLabel<Event> = Event & {
  /** Position of the label: after the line in reading direction, or before it near the end of the chart. */
  readonly side: 'after' | 'before';
};

/** From here on a label would leave the chart. */
const NEAR_END = 0.72;

/**
 * The events that a chart has room to label, in the order of time: where the labels of two would overlap, each of which
 * takes `gap`, a share of the chart, the one that comes first in `events` is labelled.
 */
export function dayLabels<Event extends { readonly day: string }>(
  events: readonly Event[],
  days: readonly string[],
  gap: number,
): readonly DayLabel<Event>[] {
  const named: { readonly event: Event; readonly place: number }[] = [];
  for (const event of events) {
    const place = days.indexOf(event.day) / Math.max(1, days.length - 1);
    const needs = (other: number) => (sideOf(place) === sideOf(other) ? gap : 2 * gap);
    if (place >= 0 && named.every((other) => Math.abs(other.place - place) >= needs(other.place)))
      named.push({ event, place });
  }
  return named.sort((a, b) => a.place - b.place).map(({ event, place }) => ({ ...event, side: sideOf(place) }));
}

/** Labels on different sides face each other. */
function sideOf(place: number): DayLabel<unknown>['side'] {
  return place > NEAR_END ? 'before' : 'after';
}
