/** An event with its time. */
export interface Timed {
  readonly at: string;
}

/** The newest rows of one source. */
export interface Newest<Row> {
  readonly rows: readonly Row[];
  /** The source has older rows than these. */
  readonly hasOlder: boolean;
}

/**
 * The newest rows of several sources, at most `limit`. Rows older than the last one of a source that has more are
 * omitted: that source's rows of that time are not loaded, and a gap would look as if nothing had happened.
 */
export function newestOf<Row extends Timed>(sources: readonly Newest<Row>[], limit: number): readonly Row[] {
  const known = Math.max(
    Number.NEGATIVE_INFINITY,
    ...sources.filter(({ hasOlder }) => hasOlder).map(({ rows }) => Math.min(...rows.map(timeOf))),
  );
  return sources
    .flatMap(({ rows }) => rows)
    .filter((row) => timeOf(row) >= known)
    .sort((a, b) => timeOf(b) - timeOf(a))
    .slice(0, limit);
}

const timeOf = ({ at }: Timed) => Date.parse(at);
