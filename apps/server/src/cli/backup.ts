/** `npm run backup -- FILE`: everything in the embedded data folder as one file, with the server running or not. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { writeBackup } from '../embedded/postgres/backup.ts';
import { readCredentials, urlsOf } from '../embedded/postgres/credentials.ts';
import { connectForCommand } from './connect.ts';
import { refuseOwnDatabase, sizeText } from './data-folder.ts';

const USAGE = `Usage: npm run backup -- FILE

Writes the embedded database, keys, passwords and files of DATA_DIR into FILE, while the server runs or not. Keep it as safe as the data
itself. npm run restore -- FILE brings it back.`;

try {
  const [file, ...rest] = process.argv.slice(2);
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartupError(USAGE);
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_dump or the backups');
  const target = path.resolve(file);
  await superuserUrl(config.dataDir);
  const command = await connectForCommand(config, (line) => console.error(line));
  try {
    const bytes = await writeBackup(config.dataDir, await superuserUrl(config.dataDir), target);
    console.log(`${sizeText(bytes)} of ${config.dataDir} are in ${target} (${sizeText((await stat(target)).size)}).`);
  } finally {
    await command.close();
  }
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}

/** Before a database is started, and again then: its port may be another one. */
async function superuserUrl(dataDir: string): Promise<string> {
  const credentials = await readCredentials(dataDir);
  if (credentials === null) throw new StartupError(`There is nothing to back up in ${dataDir}: set DATA_DIR.`);
  return urlsOf(credentials).superuser;
}
