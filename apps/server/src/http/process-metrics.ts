import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Replica } from '../db/replica.ts';
import type { Clock } from '../ports/clock.ts';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** One label for every address that nothing is at, so that nobody can make up series. */
const NO_ROUTE = 'none';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Who may read the metrics. */
export interface MetricsAccess {
  /** Their bearer token; null: none. */
  readonly metricsToken: string | null;
  /** Whether they are there without a token. */
  readonly isMetricsOpen: boolean;
}

/** The last backup that was restored and verified. */
export interface ProvenBackupTimes {
  readonly takenAt: Date;
  /** When its test restore ended. */
  readonly endedAt: Date;
}

/** Those of the process itself are measured once, however many applications it holds. */
const ofProcess = new Registry();
let isMeasured = false;

/**
 * `/metrics` in the text format of Prometheus: requests by route, the pool of database connections, the replica, the last proven backup, the clock, and the process. It reads memory alone, so it answers
 * whatever else is down; it has no figures of the business and names nobody. To be called before routes are registered.
 */
export function addProcessMetrics(
  app: FastifyInstance,
  pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>,
  replica: Pick<Replica, 'isUsable' | 'lagMs'> | null,
  provenBackup: (() => ProvenBackupTimes | null) | null,
  clock: Clock,
  { metricsToken, isMetricsOpen }: MetricsAccess,
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
  new Gauge({
    name: 'clock_offset_seconds',
    help: 'How far the clock of the process is ahead of the database, to 0.1 s; negative if behind',
    registers: [registry],
    collect() {
      this.set((Date.now() - clock.now().getTime()) / 1_000);
    },
  });
  if (replica !== null) addReplicaMetrics(registry, replica);
  if (provenBackup !== null) addBackupMetrics(registry, provenBackup);
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    requests.observe(
      { method, route: routeOptions.url ?? NO_ROUTE, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  const all = Registry.merge([registry, ofProcess]);
  if (metricsToken === null && !isMetricsOpen) return;
  const expected = metricsToken === null ? null : digest(`Bearer ${metricsToken}`);
  app.get('/metrics', async (request, reply) => {
    if (expected !== null && !timingSafeEqual(expected, digest(request.headers.authorization ?? '')))
      throw new AppError('session.required', { message: 'The token of the metrics is missing or wrong.' });
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return all.metrics();
  });
}

function addReplicaMetrics(registry: Registry, replica: Pick<Replica, 'isUsable' | 'lagMs'>): void {
  new Gauge({
    name: 'database_replica_usable',
    help: '1 while lists and reports are read from the replica, else 0',
    registers: [registry],
    collect() {
      this.set(replica.isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'How far the replica was behind when it last answered, to a second; NaN before it has',
    registers: [registry],
    collect() {
      this.set(replica.lagMs === null ? Number.NaN : replica.lagMs / 1_000);
    },
  });
}

function addBackupMetrics(registry: Registry, proven: () => ProvenBackupTimes | null): void {
  const secondsOf = (at: Date | undefined): number => (at === undefined ? Number.NaN : at.getTime() / 1_000);
  new Gauge({
    name: 'backcounter_last_proven_restore_timestamp_seconds',
    help: 'When the last successful test restore of a backup ended; NaN before the first',
    registers: [registry],
    collect() {
      this.set(secondsOf(proven()?.endedAt));
    },
  });
  new Gauge({
    name: 'backcounter_last_proven_backup_taken_timestamp_seconds',
    help: 'The moment whose data the last proven backup holds; NaN before the first',
    registers: [registry],
    collect() {
      this.set(secondsOf(proven()?.takenAt));
    },
  });
}
