import type pg from 'pg';
import { isUnavailable } from '../db/database-error.ts';

/** A code that the queue retries after 3 s (its `RETRYABLE_ERROR_CODES`). */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * Wraps the pool for graphile-worker: errors of cut connections become "cannot connect now", which it retries. Other
 * errors it does not retry: the result of a job would be lost in an unhandled rejection, and the job would stay locked
 * by a live worker.
 */
export function queuePool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return bound(target, name);
      // With a callback it is the listener, which reconnects itself.
      return (listener?: Parameters<pg.Pool['connect']>[0]) =>
        listener ? target.connect(listener) : target.connect().then(queueClient, refuse);
    },
  });
}

function queueClient(client: pg.PoolClient): pg.PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'query') return bound(target, name);
      return (text: string | pg.QueryConfig, values?: unknown[]) => target.query(text, values).catch(refuse);
    },
  });
}

/** A method bound to its object. */
function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

function refuse(error: unknown): never {
  if (!(error instanceof Error && isUnavailable(error))) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: CANNOT_CONNECT_NOW });
}
