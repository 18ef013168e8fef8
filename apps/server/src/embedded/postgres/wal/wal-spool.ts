import { chown, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { errorCodeOf } from '../../../db/error-code.ts';
import { StartupError } from '../../../db/startup-error.ts';
import type { OsUser } from '../os-user.ts';
import { readIfPresent } from '../read-if-present.ts';
import { isArchived, type WalArchive } from './wal-archive.ts';

const SPOOL = 'wal-spool';
/** Time after which a segment is closed even if not full, so that no change is unarchived for more than a minute. */
const CLOSE_AFTER_S = 45;

/**
 * archive_command, run by PostgreSQL, possibly as another user who can read only its home. A segment is complete and
 * synced before it gets its name. Partial segments and backup labels are not needed for a restore.
 */
const TO_SPOOL = [
  'case %f in *.partial|*.backup) exit 0;; esac',
  `cp -p %p ../${SPOOL}/.%f && { sync ../${SPOOL}/.%f 2>/dev/null || sync; } && mv ../${SPOOL}/.%f ../${SPOOL}/%f`,
].join('; ');

/** Settings of a cluster that spools its log, or keeps none of it. */
export function archiveSettings(isArchiving: boolean): Readonly<Record<string, string>> {
  if (!isArchiving) return {};
  if (process.platform === 'win32')
    throw new StartupError('WAL_ARCHIVE needs a POSIX shell, which Windows does not have. Unset it.');
  return { archive_mode: 'on', archive_command: TO_SPOOL, archive_timeout: `${CLOSE_AFTER_S}s` };
}

/** Whether a cluster spooled its log at its last start. */
export async function wasArchiving(settingsFile: string): Promise<boolean> {
  return (await readIfPresent(settingsFile))?.includes("archive_mode = 'on'") ?? false;
}

/** Creates the folder for spooled log. */
export async function makeSpool(home: string, user: OsUser | null): Promise<void> {
  const spool = path.join(home, SPOOL);
  await mkdir(spool, { recursive: true, mode: 0o700 });
  if (user !== null) await chown(spool, user.uid, user.gid);
}

/** Spooled segments and histories, oldest first. */
export async function spooled(home: string): Promise<string[]> {
  const names = await readdir(path.join(home, SPOOL)).catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter(isArchived).sort();
}

/** Moves spooled files into the archive; each is removed once stored. */
export async function storeSpooled(home: string, archive: WalArchive): Promise<void> {
  for (const name of await spooled(home)) {
    const file = path.join(home, SPOOL, name);
    const { mtime } = await stat(file);
    await archive.put(name, await readFile(file), mtime);
    await rm(file);
  }
}

/** Deletes spooled files, which leaves a gap in the archive. */
export async function dropSpooled(home: string): Promise<void> {
  for (const name of await spooled(home)) await rm(path.join(home, SPOOL, name), { force: true });
}
