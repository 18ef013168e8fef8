import type pg from 'pg';
import { isUnavailable } from '../db/database-error.ts';

/** What the queue tries again, after three seconds (its `RETRYABLE_ERROR_CODES`). */
const CANNOT_CONNECT_NOW = '57P03';

/**
 * The pool as the queue uses it: what fails because a connection was cut is reported as "cannot connect now", which graphile-worker tries again.
 * Anything else it does not: what it was to note of a job would be lost as a rejection that nobody handles, and the job stay locked by a worker that lives.
 */
export function queuePool(pool: pg.Pool): pg.Pool {
  return new Proxy(pool, {
    get(target, name) {
      if (name !== 'connect') return bound(target, name);
      // With a callback it is the listener, which connects again by itself.
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

/** A method that is called on what it belongs to. */
function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === 'function' ? value.bind(target) : value;
}

function refuse(error: unknown): never {
  if (!(error instanceof Error && isUnavailable(error))) throw error;
  throw Object.assign(new Error(error.message, { cause: error }), { code: CANNOT_CONNECT_NOW });
}
