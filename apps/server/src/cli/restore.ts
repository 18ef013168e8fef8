/**
 * `npm run restore -- FILE`: replaces the embedded data folder by a backup, and on request replays the archived log.
 */
import path from 'node:path';
import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { StartupError } from '../db/startup-error.ts';
import { restoreBackup } from '../embedded/postgres/backup/backup.ts';
import type { RecoveryTarget, UnpackedCluster } from '../embedded/postgres/backup/point-in-time.ts';
import { startEmbeddedPostgres } from '../embedded/postgres/supervisor.ts';
import { openArchivedLog } from './archived-log.ts';
import { asCommand } from './connect.ts';
import { refuseOwnDatabase } from './data-folder.ts';

const USAGE = `Usage: npm run restore -- FILE [--until INSTANT]

Verifies a file of npm run backup and restores it into DATA_DIR. The server must be stopped. Earlier contents are kept in a folder
before-restore-….

--until  Replays the log in WAL_ARCHIVE up to an instant such as 2026-11-26T12:00:00Z, or all of it (--until latest). Keys and files come from
         the backup.`;

await asCommand(async () => {
  const { file, target } = readArguments(process.argv.slice(2));
  const config = loadConfig();
  refuseOwnDatabase(config, 'pg_restore or the backups');
  const log = await openArchivedLog(config);
  if (log === null && target !== 'backup')
    throw new StartupError('--until needs the archived log of the database: set WAL_ARCHIVE.');
  let lastChange: string | null = null;
  const recover = async (unpacked: UnpackedCluster): Promise<void> => {
    if (target !== 'backup') console.error('Replaying the archived log');
    lastChange = (await log?.recover(unpacked, target)) ?? null;
  };
  const { content, kept } = await restoreBackup(config.dataDir, path.resolve(file), log === null ? undefined : recover);
  // The first start makes the copy consistent; it happens now, so that problems show immediately.
  const server = await startEmbeddedPostgres({ dataDir: config.dataDir, isArchiving: log !== null });
  await server.stop();
  await log?.storeRest(server.home);
  console.log(`Restored ${file} into ${config.dataDir}. Start the server with npm start.`);
  if (target !== 'backup')
    console.log(
      `Last change in the database: ${lastChange ?? 'none since the backup'}. Keys and files are from the backup.`,
    );
  if (content.manifest === null)
    console.log(
      'The backup was written by Backcounter 0.1.0 and has no digests: only the CRC-32 of each file was compared.',
    );
  if (kept !== null) console.log(`Earlier contents are in its folder ${kept}.`);
});

function readArguments(args: readonly string[]): { file: string; target: RecoveryTarget } {
  const [file, option, instant, ...rest] = args;
  if (file === undefined || file.startsWith('-') || rest.length > 0) throw new StartupError(USAGE);
  if (option === undefined) return { file, target: 'backup' };
  if (option !== '--until' || instant === undefined) throw new StartupError(USAGE);
  if (instant === 'latest') return { file, target: 'latest' };
  if (!z.iso.datetime({ offset: true }).safeParse(instant).success)
    throw new StartupError(
      `--until must be an instant with its offset from UTC, such as 2026-11-26T12:00:00Z, or latest, not "${instant}".`,
    );
  return { file, target: new Date(instant) };
}
