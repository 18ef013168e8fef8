import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import type { Tracing } from '../ports/tracing.ts';

/**
 * Traces requests and the pool's statements to the configured collector. Null without one; its code is then not loaded.
 */
export async function composeTracing(
  { otelEndpoint }: Pick<Config, 'otelEndpoint'>,
  logger: Logger,
  pool: pg.Pool,
): Promise<Tracing | null> {
  if (otelEndpoint === null) return null;
  const [{ createOtlpTracing }, { traceStatements }] = await Promise.all([
    import('../adapters/otlp/otlp.tracing.ts'),
    import('../db/statement-spans.ts'),
  ]);
  const tracing = createOtlpTracing({
    endpoint: otelEndpoint,
    serviceVersion: APP_VERSION,
    onTrouble: (trouble) => logger.warn(trouble, 'spans did not reach the collector'),
  });
  traceStatements(pool, tracing);
  return tracing;
}
