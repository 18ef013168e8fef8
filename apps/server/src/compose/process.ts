import path from 'node:path';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { DiskWatch } from '../db/disk-watch.ts';
import { ProcessBeat } from '../db/process-beat.ts';

/** Beat, clock and disk watch of this process. */
export interface ProcessParts {
  readonly clock: DatabaseClock;
  readonly disk: DiskWatch;
  /** Records a clean end. */
  stop(): Promise<void>;
}

/** Starts the beat of this process, before the pool has any connection. `home` is that of an embedded database. The clock has followed the database once. */
export async function composeProcess(
  { roles, files, dataDir }: Pick<Config, 'roles' | 'files' | 'dataDir'>,
  { pool, home, logger }: { readonly pool: pg.Pool; readonly home: string | null; readonly logger: Logger },
): Promise<ProcessParts> {
  const clock = new DatabaseClock((offsetMs, isOff) => {
    if (isOff) logger.warn({ offsetMs }, 'the clock of this process is more than 2 s off the clock of the database');
    else logger.warn({ offsetMs }, 'the clock of this process agrees with the clock of the database again');
  });
  const folders = { database: home, files: files === 'embedded' ? path.join(dataDir, 'files') : null };
  const disk = new DiskWatch(pool, folders, (sentence, error) => {
    if (error === null) logger.warn({ was: sentence }, 'there is room on the disk again');
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
