/** `npm run restore -- FILE`: a backup takes the place of the embedded data folder. */
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { restoreBackup } from '../embedded/postgres/backup.ts';
import { startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { refuseOwnDatabase } from './data-folder.ts';

const USAGE = `Usage: npm run restore -- FILE

Puts what npm run backup wrote into DATA_DIR. The server must not run. What was in DATA_DIR before is kept there, in a folder before-restore-….`;

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartupError(USAGE);
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_restore or the backups');
  const kept = await restoreBackup(config.dataDir, path.resolve(file));
  // Its first start makes the copy consistent: whether that works is known now and not on Monday.
  await (await startEmbeddedPostgres({ dataDir: config.dataDir })).stop();
  console.log(`${config.dataDir} holds what was in ${file}. Start the server with npm start.`);
  if (kept !== null) console.log(`What was there before is in the folder ${kept} of it.`);
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}
