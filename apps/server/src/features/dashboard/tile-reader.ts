import { type RequestContext, readingContext } from '../../graphql/request-context.ts';
import { statementFor } from '../../listing/statements.ts';

/** Time that all statements of a tile may take together. Less than the console waits, so that the answer says what happened. */
const TILE_TIMEOUT_MS = 2_500;

/** Reads for one tile, within its time. */
export interface TileReader {
  /** @throws AppError `query.timed-out` when the time of the tile is over; the statement is cancelled then */
  rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** The time of the tile begins now. */
export function tileReader(context: RequestContext): TileReader {
  const endsMs = performance.now() + TILE_TIMEOUT_MS;
  return {
    rows: async (text, values) => {
      const { sql, signal } = await readingContext(context);
      return sql.rows(statementFor(text), values, { signal, timeoutMs: Math.max(1, endsMs - performance.now()) });
    },
  };
}
