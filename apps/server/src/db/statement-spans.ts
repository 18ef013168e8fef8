import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter } from 'node:events';
import type pg from 'pg';
import type { Span, Tracing } from '../ports/tracing.ts';

type Query = (...args: unknown[]) => unknown;
type Callback = (error: unknown, ...results: unknown[]) => void;

/** A name in a leading comment, and the first word. */
const BEGINNING = /^[\s(]*(?:\/\*\s*([\w.:-]{1,60})\s*\*\/[\s(]*)?([a-z]{1,20})/i;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/**
 * Starts a span for each statement within a request or job, with its first word and its name if it has one, but without
 * text or values. The wait for a connection is not included.
 */
export function traceStatements(pool: pg.Pool, tracing: Tracing): void {
  const traced = new WeakSet<pg.PoolClient>();
  pool.on('acquire', (client) => {
    if (traced.has(client)) return;
    traced.add(client);
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      const span = beginSpan(tracing, args[0]);
      return span === null ? query(...args) : timed(span, query, args);
    }) as typeof client.query;
  });
  const connect = pool.connect.bind(pool) as Query;
  // Otherwise a callback that waits for a connection would run in the context of the caller that released it.
  pool.connect = ((callback?: Callback) =>
    callback === undefined ? connect() : connect(AsyncLocalStorage.bind(callback))) as typeof pool.connect;
}

function beginSpan(tracing: Tracing, asked: unknown): Span | null {
  const { text, name } =
    typeof asked === 'string' ? { text: asked } : ((asked ?? {}) as { text?: unknown; name?: unknown });
  const [, comment, word] = (typeof text === 'string' ? BEGINNING.exec(text) : null) ?? [];
  const operation = (word ?? 'statement').toUpperCase();
  const summary = typeof name === 'string' ? name : comment;
  return tracing.beginStatement(summary === undefined ? operation : `${operation} ${summary}`, {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    ...(summary !== undefined && { 'db.query.summary': summary }),
  });
}

/**
 * Runs a query in one of the driver's three ways: with a callback, as an object such as a COPY, or returning a promise.
 */
function timed(span: Span, query: Query, args: readonly unknown[]): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    return query(...args.slice(0, -1), (error: unknown, ...results: unknown[]) => {
      endSpan(span, error);
      (callback as Callback)(error, ...results);
    });
  }
  const answer = query(...args);
  if (answer instanceof Promise)
    answer.then(
      () => endSpan(span, null),
      (error: unknown) => endSpan(span, error),
    );
  else if (answer instanceof EventEmitter) answer.once('close', () => endSpan(span, null));
  else endSpan(span, null);
  return answer;
}

/** A message can contain values; its code can't. */
function endSpan(span: Span, error: unknown): void {
  if (error === null || error === undefined) {
    span.end({});
    return;
  }
  const { code } = error as { readonly code?: unknown };
  const isState = typeof code === 'string' && SQLSTATE.test(code);
  span.end({ facts: { 'error.type': isState ? code : 'connection' }, isFailed: true });
}
