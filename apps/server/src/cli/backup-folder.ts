import { mkdir, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../db/startup-error.ts';
import type { BackupFile } from '../features/backup/backup-proof.ts';

/** The newest backup (`*.zip`) in a folder by modification time, or null. */
export async function newestBackup(folder: string): Promise<BackupFile | null> {
  const names = await readdir(folder).catch((cause: Error) => {
    throw new StartupError(`The folder ${folder} (BACKUP_DIR) cannot be read: ${cause.message}.`, { cause });
  });
  const files = await Promise.all(
    names.filter((name) => name.endsWith('.zip')).map((name) => describeBackup(path.join(folder, name))),
  );
  return files.sort((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime()).at(-1) ?? null;
}

/** Name, size and modification time of a backup. @throws StartupError if it cannot be read */
export async function describeBackup(file: string): Promise<BackupFile> {
  const { size, mtime } = await stat(file).catch((cause: Error) => {
    throw new StartupError(`The file ${file} cannot be read: ${cause.message}.`, { cause });
  });
  return { name: path.basename(file), bytes: size, modifiedAt: mtime };
}

/** Path of a new backup in a folder, which is created if missing. Names sort by time. */
export async function newBackupIn(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return path.join(folder, `backcounter-${new Date().toISOString().replaceAll(':', '-')}.zip`);
}
