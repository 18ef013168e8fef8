import { chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '../../../db/error-code.ts';
import { StartupError } from '../../../db/startup-error.ts';
import type { OsUser } from '../os-user.ts';
import { readIfPresent } from '../read-if-present.ts';
import { isArchived, type WalArchive } from './wal-archive.ts';

const SPOOL = 'wal-spool';
/** A segment is closed after this time even if it is not full, so that with sending it no change waits longer than a minute. */
const CLOSE_AFTER_S = 45;

/**
 * Run by PostgreSQL, which may be another user and then can read nothing but its home. A segment is complete and on the disk before it has its name.
 * Copies that end at a branch and labels of backups are of no use to a restore.
 */
const TO_SPOOL = [
  'case %f in *.partial|*.backup) exit 0;; esac',
  `cp -p %p ../${SPOOL}/.%f && { sync ../${SPOOL}/.%f 2>/dev/null || sync; } && mv ../${SPOOL}/.%f ../${SPOOL}/%f`,
].join('; ');

/** Settings of a cluster that hands its log to the spool, or keeps none of it. */
export function archiveSettings(isArchiving: boolean): Readonly<Record<string, string>> {
  if (!isArchiving) return {};
  if (process.platform === 'win32')
    throw new StartupError('WAL_ARCHIVE needs a POSIX shell, which Windows does not have: unset it.');
  return { archive_mode: 'on', archive_command: TO_SPOOL, archive_timeout: `${CLOSE_AFTER_S}s` };
}

/** Whether the last start of a cluster handed its log to the spool. */
export async function wasArchiving(settingsFile: string): Promise<boolean> {
  return (await readIfPresent(settingsFile))?.includes("archive_mode = 'on'") ?? false;
}

/** Makes the folder that PostgreSQL copies its log into. */
export async function makeSpool(home: string, user: OsUser | null): Promise<void> {
  const spool = path.join(home, SPOOL);
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (user !== null) await chown(spool, user.uid, user.gid);
}

/** Segments and histories that wait to be stored, oldest first. */
export async function spooled(home: string): Promise<string[]> {
  const names = await readdir(path.join(home, SPOOL)).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isArchived).sort();
}

/** Moves what waits into the archive; each leaves the spool once it is stored. */
export async function storeSpooled(home: string, archive: WalArchive): Promise<void> {
  for (const name of await spooled(home)) {
    const file = path.join(home, SPOOL, name);
    const { mtime } = await stat(file);
    await archive.put(name, await readFile(file), mtime);
    await rm(file);
  }
}

/** Gives up what waits: the archive then has a gap. */
export async function dropSpooled(home: string): Promise<void> {
  for (const name of await spooled(home)) await rm(path.join(home, SPOOL, name), { force: true });
}
