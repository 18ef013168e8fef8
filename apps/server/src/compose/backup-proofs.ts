import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { newestBackup } from '../cli/backup-folder.ts';
import type { Config } from '../config.ts';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { isProofDue, readLastProof } from '../features/backup/backup-proof.ts';

const COMMAND = fileURLToPath(new URL('../cli/backup.ts', import.meta.url));
const LOOK_MS = 5 * 60_000;
const HEAP_MAX_MB = 1024;
const STOP_PATIENCE_MS = 10_000;

/** Background verification of backups. */
export interface BackupProofs {
  /** Stops a running proof; the next start repeats it. */
  stop(): Promise<void>;
}

/**
 * Checks periodically for a backup that is due and proves it in a separate process with the lowest priority, so that it
 * cannot slow down or crash this one. Null if BACKUP_DIR is not set or the database is not embedded.
 */
export function startBackupProofs(
  { backupDir, databaseUrl }: Pick<Config, 'backupDir' | 'databaseUrl'>,
  db: Kysely<Database>,
  logger: Logger,
): BackupProofs | null {
  if (backupDir === null || databaseUrl !== null) return null;
  let child: ChildProcess | undefined;
  let isFirstLook = true;
  let isStopping = false;
  let looking: Promise<unknown> | undefined;

  const look = async (): Promise<void> => {
    const newest = await newestBackup(backupDir);
    if (newest === null || isStopping) return;
    if (!isProofDue(newest, await readLastProof(db), isFirstLook) || isStopping) return;
    isFirstLook = false;
    child = fork(COMMAND, ['prove', path.join(backupDir, newest.name)], {
      execArgv: [...process.execArgv, `--max-old-space-size=${HEAP_MAX_MB}`],
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { pid, stderr } = child;
    let result: unknown;
    child.on('message', (message) => {
      result = message;
    });
    const ended = Promise.all([once(child, 'exit'), stderr === null ? '' : text(stderr)]);
    await bestEffort('lowering the priority of a backup proof', async () => {
      if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
    });
    const [[code], errors] = await ended;
    child = undefined;
    if (isStopping) return;
    const facts = { file: newest.name, result: result ?? errors.trim() };
    if (code === 0) logger.info(facts, 'backup proven');
    else logger.warn(facts, 'backup proof failed');
  };
  const tick = (): void => {
    looking ??= bestEffort('looking for backups to prove', look).finally(() => {
      looking = undefined;
    });
  };
  tick();
  const timer = setInterval(tick, LOOK_MS).unref();
  return {
    stop: async () => {
      isStopping = true;
      clearInterval(timer);
      child?.kill('SIGTERM');
      await Promise.race([looking, delay(STOP_PATIENCE_MS, undefined, { ref: false })]);
      child?.kill('SIGKILL');
    },
  };
}
