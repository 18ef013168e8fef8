import type { Kysely } from 'kysely';
import type { Config } from '../config.ts';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { backupProblemSentence, type ProvenBackup, readBackupHealth } from '../features/backup/backup-health.ts';

const READ_MS = 60_000;

/** Backup health as known to this process. */
export interface BackupWatch {
  /** The last proven backup, at most a minute out of date; for metrics. */
  proven(): ProvenBackup | null;
  /** For `/readyz?deep`: true, or a sentence describing the problem. */
  check(): Promise<true | string>;
  stop(): void;
}

/** Watches proof results; null if BACKUP_DIR is not set. */
export async function watchBackups(
  { backupProofs }: Pick<Config, 'backupProofs'>,
  db: Kysely<Database>,
): Promise<BackupWatch | null> {
  if (backupProofs === null) return null;
  let known: ProvenBackup | null = null;
  const read = async () => {
    const health = await readBackupHealth(db, backupProofs);
    known = health.proven;
    return health;
  };
  const readQuietly = (): Promise<unknown> => bestEffort('reading the last proven backup', read);
  await readQuietly();
  const timer = setInterval(readQuietly, READ_MS).unref();
  return {
    proven: () => known,
    check: () =>
      read().then(
        (health) => backupProblemSentence(health) ?? true,
        () => 'The last proof of a backup could not be read',
      ),
    stop: () => clearInterval(timer),
  };
}
