import type { FastifyPluginAsync } from 'fastify';

/** Whether this process can serve, and the checks behind it. */
export interface ReadyReport {
  readonly isReady: boolean;
  /** By component: true, or a sentence describing the problem. */
  readonly checks: Readonly<Record<string, true | string>>;
  /** Version of this process, and the oldest and newest that the database serves. */
  readonly versions?: Readonly<Record<string, string | null>>;
}

/** Checks readiness; `isDeep` includes services outside this process. */
export type ReadyCheck = (isDeep: boolean) => Promise<ReadyReport>;

/** `/healthz` while the process lives, `/readyz` while it can serve. */
export const healthPlugin: FastifyPluginAsync<{ readonly isReady: ReadyCheck }> = async (app, { isReady }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get<{ Querystring: Record<string, unknown> }>('/readyz', async (request, reply) => {
    const report = await isReady('deep' in request.query);
    if (!report.isReady) {
      request.failure = new Error(
        Object.values(report.checks)
          .filter((check) => check !== true)
          .join(' '),
      );
      reply.code(503).header('retry-after', '1');
    }
    return report;
  });
};
