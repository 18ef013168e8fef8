import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { PoolOptions } from '../db/client.ts';
import type { Replica } from '../db/replica.ts';
import type { Tracing } from '../ports/tracing.ts';

/** Options shared with the connections of `primary`. */
export interface ReplicaOptions extends Omit<PoolOptions, 'url' | 'isReadOnly' | 'onConnectionError'> {
  readonly primary: pg.Pool;
  readonly logger: Logger;
  readonly tracing: Tracing | null;
}

/**
 * Connects the configured replica, which may be unreachable at first. Null without one; its code is then not loaded.
 */
export async function composeReplica(
  { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>,
  { primary, logger, tracing, ...options }: ReplicaOptions,
): Promise<Replica | null> {
  if (databaseReplicaUrl === null) return null;
  const [{ createPool }, { Replica: Made }] = await Promise.all([
    import('../db/client.ts'),
    import('../db/replica.ts'),
  ]);
  const pool = createPool({ ...options, url: databaseReplicaUrl, isReadOnly: true });
  if (tracing !== null) {
    const { traceStatements } = await import('../db/statement-spans.ts');
    traceStatements(pool, tracing);
  }
  const replica = new Made({
    pool,
    primary,
    onTrouble: (trouble) => {
      const connections = options.applicationName;
      if (trouble === null) logger.info({ connections }, 'lists, reports and exports are read from the replica again');
      else logger.warn({ connections, reason: trouble }, 'lists, reports and exports are read from the primary');
    },
  });
  await replica.start();
  return replica;
}
