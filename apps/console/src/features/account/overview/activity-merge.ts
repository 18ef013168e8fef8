/** Something that happened at a time. */
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
 * The newest of several sources together, at most `limit`. What is older than the last row of a source that goes on is left out: of that
 * time not everything is known, and a row that is missing between others would say that nothing happened there.
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
