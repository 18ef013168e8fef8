import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { APP_VERSION } from '../db/migrate/app-version.ts';
import { BackgroundSteps } from '../db/migrate/migrate-background.ts';
import { readMigrationFiles } from '../db/migrate/migrate-files.ts';
import { JobPace } from '../jobs/job-pace.ts';

/** Starts the migrations that run in the background while the process serves. */
export async function composeMigrations(
  { contractAfterDays }: Pick<Config, 'contractAfterDays'>,
  { pool, ownerUrl, logger }: { pool: pg.Pool; ownerUrl: string; logger: Logger },
): Promise<BackgroundSteps> {
  const steps = new BackgroundSteps({
    pool,
    ownerUrl,
    contractAfterDays,
    files: await readMigrationFiles(),
    version: APP_VERSION,
    newPace: () => new JobPace(),
    onApplied: (step) => logger.info({ step }, 'background migration applied'),
  });
  steps.start();
  return steps;
}
