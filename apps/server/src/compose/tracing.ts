import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import type { Tracing } from '../ports/tracing.ts';

/** Tracing to the collector of the settings, with the statements of the pool; null without one, and then nothing of it is loaded. */
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
