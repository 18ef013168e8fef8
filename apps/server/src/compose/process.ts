import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { DiskWatch } from '../db/disk-watch.ts';
import { ProcessBeat } from '../db/process-beat.ts';

/** Heartbeat, clock and disk watch of this process. */
export interface ProcessParts {
  readonly clock: DatabaseClock;
  readonly disk: DiskWatch;
  /** Records a clean shutdown. */
  stop(): Promise<void>;
}

/**
 * Starts the heartbeat of this process, before the pool opens a connection, and synchronises the clock once. `home` is
 * the folder of an embedded database.
 */
export async function composeProcess(
  { roles, files, dataDir }: Pick<Config, 'roles' | 'files' | 'dataDir'>,
  { pool, home, logger }: { readonly pool: pg.Pool; readonly home: string | null; readonly logger: Logger },
): Promise<ProcessParts> {
  const clock = new DatabaseClock((offsetMs, isOff) => {
    if (isOff) logger.warn({ offsetMs }, 'the process clock differs from the database clock by more than 2 s');
    else logger.warn({ offsetMs }, 'the process clock agrees with the database clock again');
  });
  const folders = { database: home, files: files === 'embedded' ? path.join(dataDir, 'files') : null };
  const disk = new DiskWatch(pool, folders, (sentence, error) => {
    if (error === null) logger.warn({ was: sentence }, 'disk space is available again');
    else logger.error({ err: error }, sentence);
  });
  const beat = new ProcessBeat({ pool, roles, clock });
  await beat.start();
  const stop = async (): Promise<void> => {
    await disk.stop();
    await beat.stop();
  };
  return { clock, disk, stop };
}
