import { RequestError } from '../../lib/api/request-error.ts';

/** Time limit of a tile's query, including the network. */
const TILE_TIMEOUT_MS = 5_000;

/** A tile's answer did not arrive in time. */
export class TileTimeoutError extends RequestError {
  /** How long the tile waited. */
  readonly seconds: number;

  constructor(seconds: number, cause: unknown) {
    const { referenceId = null, status = null } = cause instanceof RequestError ? cause : {};
    super('query.timed-out', { cause, referenceId, status });
    this.name = 'TileTimeoutError';
    this.seconds = seconds;
  }
}

const TIMED_OUT: readonly string[] = ['query.timed-out', 'network.timed-out'];

/** Runs a query and aborts it after 5 s, which cancels it on the server too. @throws TileTimeoutError */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  const startedAt = performance.now();
  const timeout = AbortSignal.timeout(TILE_TIMEOUT_MS);
  try {
    return await ask(AbortSignal.any([signal, timeout]));
  } catch (error) {
    const isLate = error instanceof RequestError ? TIMED_OUT.includes(error.code) : timeout.aborted;
    if (signal.aborted || !isLate) throw error;
    throw new TileTimeoutError(Math.max(1, Math.round((performance.now() - startedAt) / 1000)), error);
  }
}
