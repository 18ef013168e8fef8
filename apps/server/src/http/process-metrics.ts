import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** One label for every address that nothing is at, so that nobody can make up series. */
const NO_ROUTE = 'none';

/** Those of the process itself are measured once, however many applications it holds. */
const ofProcess = new Registry();
let isMeasured = false;

/**
 * `/metrics` in the text format of Prometheus: requests by route, the pool of database connections, and the process. It reads memory alone, so it answers
 * whatever else is down; it has no figures of the business and names nobody. To be called before routes are registered.
 */
export function addProcessMetrics(
  app: FastifyInstance,
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
) {
  if (!isMeasured) collectDefaultMetrics({ register: ofProcess });
  isMeasured = true;
  const registry = new Registry();
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Requests by method, route and status; streams until they end',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool: open, idle among them, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    requests.observe(
      { method, route: routeOptions.url ?? NO_ROUTE, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  const all = Registry.merge([registry, ofProcess]);
  app.get('/metrics', async (_request, reply) => {
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return all.metrics();
  });
}
