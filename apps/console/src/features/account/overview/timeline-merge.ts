/** An event with its time. */
export interface Timed {
  readonly at: string;
}

/** Events of one source that were loaded and not shown yet, newest first. */
export interface Waiting<Row> {
  readonly rows: readonly Row[];
  /** Cursor of the source's next page; null at its end. */
  readonly next: string | null;
}

/**
 * The newest waiting events, newest first, and the rest of each source. Events older than the last one of a source that
 * has more wait: that source's events of that time are not loaded, and a gap would look as if nothing had happened.
 */
export function takeNewest<Row extends Timed>(
  sources: readonly Waiting<Row>[],
): { readonly rows: readonly Row[]; readonly rest: readonly Waiting<Row>[] } {
  const known = Math.max(
    Number.NEGATIVE_INFINITY,
    ...sources.filter(({ next }) => next !== null).map(({ rows }) => Math.min(...rows.map(timeOf))),
  );
  const isKnown = (row: Row) => timeOf(row) >= known;
  return {
    rows: sources.flatMap(({ rows }) => rows.filter(isKnown)).sort(newestFirst),
    rest: sources.map(({ rows, next }) => ({ rows: rows.filter((row) => !isKnown(row)), next })),
  };
}

/** Orders events from the newest to the oldest. */
export const newestFirst = (a: Timed, b: Timed): number => timeOf(b) - timeOf(a);

const timeOf = ({ at }: Timed) => Date.parse(at);
