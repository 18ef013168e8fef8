/** `npm run backup -- FILE`: everything in the embedded data folder as one file, with the server running or not. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { writeBackup } from '../embedded/postgres/backup.ts';
import { type BackupContent, verifyBackup } from '../embedded/postgres/backup-reader.ts';
import { readCredentials, urlsOf } from '../embedded/postgres/credentials.ts';
import { connectForCommand } from './connect.ts';
import { refuseOwnDatabase, sizeText } from './data-folder.ts';

const USAGE = `Usage: npm run backup -- FILE
       npm run backup -- verify FILE

FILE         Writes the embedded database, keys, passwords and files of DATA_DIR into FILE, while the server runs or not. Keep it as safe
             as the data itself. npm run restore -- FILE brings it back.
verify FILE  Reads all of FILE, without a database, and says what is wrong with it. The exit code is 1 when something is.`;

try {
  const args = process.argv.slice(2);
  const [first, second] = args;
  const isVerification = first === 'verify';
  const file = isVerification ? second : first;
  if (file === undefined || file === '' || file.startsWith('-') || args.length > (isVerification ? 2 : 1))
    throw new StartupError(USAGE);
  await (isVerification ? verify(file) : write(file));
} catch (error) {
  console.error(error instanceof StartupError ? error.message : error);
  process.exitCode = 1;
}

async function write(file: string): Promise<void> {
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
}

async function verify(file: string): Promise<void> {
  for (const line of linesOf(file, await verifyBackup(path.resolve(file)), (await stat(file)).size)) console.log(line);
}

function linesOf(file: string, { manifest, postgresMajor, files, bytes }: BackupContent, packed: number): string[] {
  const size = `${files} files with ${sizeText(bytes)} in ${sizeText(packed)}`;
  if (manifest === null)
    return [
      `${file} holds ${size}, and each file matches its CRC-32.`,
      `It was written by Backcounter 0.1.0 with PostgreSQL ${postgresMajor} and has no digests: a change of anything but a file's content goes unnoticed.`,
    ];
  return [
    `${file} is intact: ${size}.`,
    `Taken at ${manifest.takenAt} by Backcounter ${manifest.product} with PostgreSQL ${manifest.postgres}.`,
  ];
}

/** Before a database is started, and again then: its port may be another one. */
async function superuserUrl(dataDir: string): Promise<string> {
  const credentials = await readCredentials(dataDir);
  if (credentials === null) throw new StartupError(`There is nothing to back up in ${dataDir}: set DATA_DIR.`);
  return urlsOf(credentials).superuser;
}
