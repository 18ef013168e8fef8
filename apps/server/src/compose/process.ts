import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { DatabaseClock } from '../db/database-clock.ts';
import { ProcessBeat } from '../db/process-beat.ts';

/** What this process says of itself, and the time it goes by. */
export interface ProcessParts {
  readonly beat: ProcessBeat;
  readonly clock: DatabaseClock;
}

/** Starts the beat of this process. The clock has followed the database once. */
export async function composeProcess(
  { roles }: Pick<Config, 'roles'>,
  pool: pg.Pool,
  logger: Logger,
): Promise<ProcessParts> {
  const clock = new DatabaseClock((offsetMs, isOff) => {
    if (isOff) logger.warn({ offsetMs }, 'the clock of this process is more than 2 s off the clock of the database');
    else logger.warn({ offsetMs }, 'the clock of this process agrees with the clock of the database again');
  });
  const beat = new ProcessBeat({ pool, roles, clock });
  await beat.start();
  return { beat, clock };
}
