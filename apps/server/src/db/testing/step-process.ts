/** Runs data steps in the background until it is killed. Arguments: URL of the owner, folder of migrations. */
import { flushCompileCache } from 'node:module';
import { createPool } from '../client.ts';
import { APP_VERSION } from '../migrate/app-version.ts';
import { BackgroundSteps } from '../migrate/migrate-background.ts';
import { readMigrationFiles } from '../migrate/migrate-files.ts';

const [ownerUrl = '', folder = ''] = process.argv.slice(2);
const steps = new BackgroundSteps({
  pool: createPool({ url: ownerUrl, applicationName: 'step-process' }),
  ownerUrl,
  files: await readMigrationFiles(folder),
  version: APP_VERSION,
  contractAfterDays: 0,
  newPace: () => ({ rows: 10, pauseAfter: () => 0 }),
  onApplied: () => undefined,
});
steps.start();
// A killed process doesn't save its compile cache.
flushCompileCache();
