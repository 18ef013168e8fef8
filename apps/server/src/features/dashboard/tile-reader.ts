import { type RequestContext, readingContext } from '../../graphql/request-context.ts';
import { statementFor } from '../../listing/statements.ts';

/**
 * Total time for the statements of a tile. Shorter than the timeout of the console, so that the answer can report the
 * cause.
 */
const TILE_TIMEOUT_MS = 2_500;

/** Reads for one tile, within its time limit. */
export interface TileReader {
  /** @throws AppError `query.timed-out` when the time limit of the tile is reached; the statement is canceled */
  rows<Row>(text: string, values: readonly unknown[]): Promise<Row[]>;
}

/** Starts the time limit of a tile and returns its reader. */
export function tileReader(context: RequestContext): TileReader {
  const endsMs = performance.now() + TILE_TIMEOUT_MS;
  return {
    rows: async (text, values) => {
      const { sql, signal } = await readingContext(context);
      return sql.rows(statementFor(text), values, { signal, timeoutMs: Math.max(1, endsMs - performance.now()) });
    },
  };
}
