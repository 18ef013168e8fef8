import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@backcounter/domain';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Replica } from '../db/replica.ts';
import type { Clock } from '../ports/clock.ts';
import { boundedLabel, eventMetrics } from '../ports/event-counts.ts';

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Methods with a label of their own; clients can send any. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
/** One label for all unknown addresses, so that clients cannot create series. */
const NO_ROUTE = 'none';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Access to the metrics. */
export interface MetricsAccess {
  /** The bearer token; null for none. */
  readonly metricsToken: string | null;
  /** Whether metrics are served without a token. */
  readonly isMetricsOpen: boolean;
}

/** The last backup that was restored and verified. */
export interface ProvenBackupTimes {
  readonly takenAt: Date;
  /** When its test restore ended. */
  readonly endedAt: Date;
}

/** Process metrics are collected once, even with several applications in the process. */
const ofProcess = new Registry();
let isMeasured = false;

/**
 * `/metrics` in Prometheus text format: requests by route, the pool of database connections, the replica, the last
 * proven backup, the clock, events (`event-counts.ts`) and the process. Reads memory only, so it answers even if everything else is down; contains
 * no business figures and no personal data. Call before routes are registered.
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
    help: 'Pool connections: open, idle (of the open ones), and requests waiting for one',
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
    help: 'Offset of the process clock from the database clock, to 0.1 s; positive if ahead',
    registers: [registry],
    collect() {
      this.set((Date.now() - clock.now().getTime()) / 1_000);
    },
  });
  if (replica !== null) addReplicaMetrics(registry, replica);
  if (provenBackup !== null) addBackupMetrics(registry, provenBackup);
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    requests.observe(
      { method: boundedLabel(METHODS, method), route: routeOptions.url ?? NO_ROUTE, status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  const all = Registry.merge([registry, eventMetrics, ofProcess]);
  if (metricsToken === null && !isMetricsOpen) return;
  const expected = metricsToken === null ? null : digest(`Bearer ${metricsToken}`);
  app.get('/metrics', async (request, reply) => {
    if (expected !== null && !timingSafeEqual(expected, digest(request.headers.authorization ?? '')))
      throw new AppError('session.required', { message: 'The metrics token is missing or wrong.' });
    reply.type(registry.contentType).header('cache-control', 'no-store');
    return all.metrics();
  });
}

function addReplicaMetrics(registry: Registry, replica: Pick<Replica, 'isUsable' | 'lagMs'>): void {
  new Gauge({
    name: 'database_replica_usable',
    help: '1 while lists and reports are read from the replica, otherwise 0',
    registers: [registry],
    collect() {
      this.set(replica.isUsable ? 1 : 0);
    },
  });
  new Gauge({
    name: 'database_replica_lag_seconds',
    help: 'Lag of the replica at its last answer, to 1 s; NaN before the first',
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
    help: 'When the last proven backup was taken; NaN before the first',
    registers: [registry],
    collect() {
      this.set(secondsOf(proven()?.takenAt));
    },
  });
}
