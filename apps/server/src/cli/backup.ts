/** `npm run backup -- FILE`: writes the embedded data folder into one file, whether or not the server is running. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { writeBackup } from '../embedded/postgres/backup/backup.ts';
import { type BackupContent, verifyBackup } from '../embedded/postgres/backup/backup-reader.ts';
import { readCredentials, urlsOf } from '../embedded/postgres/credentials.ts';
import { newBackupIn } from './backup-folder.ts';
import { proveFromCommand } from './backup-prove.ts';
import { asCommand, connectForCommand } from './connect.ts';
import { refuseOwnDatabase, sizeText } from './data-folder.ts';

const USAGE = `Usage: npm run backup [-- FILE]
       npm run backup -- verify FILE
       npm run backup -- prove [FILE]

FILE          Writes the embedded database, keys, passwords and files of DATA_DIR into FILE; the server may be running. Without FILE: into
              a new file in BACKUP_DIR. Keep it as safe as the data itself. npm run restore -- FILE restores it.
verify FILE   Reads all of FILE, without a database, and reports damage. The exit code is 1 if there is any.
prove [FILE]  Restores FILE, or the newest backup of BACKUP_DIR, into a temporary folder and verifies its data. The exit code is 1 if
              it has faults.`;

await asCommand(async () => {
  const args = process.argv.slice(2);
  const action = args[0] === 'verify' || args[0] === 'prove' ? args.shift() : 'write';
  const [file] = args;
  if (file === '' || file?.startsWith('-') || args.length > 1) throw new StartupError(USAGE);
  if (action === 'prove') await prove(file);
  else if (action === 'write') await write(file);
  else if (file !== undefined) await verify(file);
  else throw new StartupError(USAGE);
});

async function write(file: string | undefined): Promise<void> {
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_dump or the backups');
  if (file === undefined && config.backupDir === null) throw new StartupError(USAGE);
  await superuserUrl(config.dataDir);
  const target = file === undefined ? await newBackupIn(config.backupDir ?? '') : path.resolve(file);
  const command = await connectForCommand(config, (line) => console.error(line));
  try {
    const bytes = await writeBackup(config.dataDir, await superuserUrl(config.dataDir), target);
    console.log(`${sizeText(bytes)} of ${config.dataDir} saved to ${target} (${sizeText((await stat(target)).size)}).`);
  } finally {
    await command.close();
  }
}

async function prove(file: string | undefined): Promise<void> {
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_dump or the backups');
  await proveFromCommand(config, file);
}

async function verify(file: string): Promise<void> {
  for (const line of linesOf(file, await verifyBackup(path.resolve(file)), (await stat(file)).size)) console.log(line);
}

function linesOf(file: string, { manifest, postgresMajor, files, bytes }: BackupContent, packed: number): string[] {
  const size = `${files} files with ${sizeText(bytes)} in ${sizeText(packed)}`;
  if (manifest === null)
    return [
      `${file} contains ${size}, and each file matches its CRC-32.`,
      `It was written by Backcounter 0.1.0 with PostgreSQL ${postgresMajor} and has no digests: only changes of file contents can be detected.`,
    ];
  return [
    `${file} is intact: ${size}.`,
    `Taken at ${manifest.takenAt} by Backcounter ${manifest.product} with PostgreSQL ${manifest.postgres}.`,
  ];
}

/** Called again after the database has started, because its port may differ. */
async function superuserUrl(dataDir: string): Promise<string> {
  const credentials = await readCredentials(dataDir);
  if (credentials === null) throw new StartupError(`Nothing to back up in ${dataDir}. Set DATA_DIR.`);
  return urlsOf(credentials).superuser;
}
