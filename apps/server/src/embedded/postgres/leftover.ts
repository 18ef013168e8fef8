import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { StartupError } from '../../db/startup-error.ts';
import { readLockFile } from './postgres-process.ts';
import { readIfPresent } from './read-if-present.ts';

const STOP_TIMEOUT_MS = 60_000;
const POLL_MS = 20;

/**
 * Cleans up after a killed run: stops a PostgreSQL that is still running, and removes a lock file whose process is gone
 * or has become another program. The caller must hold the folder's instance lock.
 *
 * @returns true if there was one to stop
 */
export async function clearLeftover(dataDir: string): Promise<boolean> {
  const lock = await readLockFile(dataDir);
  if (lock === null) return false;
  if (!(await isPostgresOf(lock.pid, dataDir))) {
    await rm(path.join(dataDir, 'postmaster.pid'), { force: true });
    return false;
  }
  signal(lock.pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (await isPostgresOf(lock.pid, dataDir)) {
    if (Date.now() > deadline) {
      throw new StartupError(
        `A PostgreSQL of an earlier run (process ${lock.pid}) still uses ${dataDir} and does not stop. End it and start again.`,
      );
    }
    await delay(POLL_MS);
  }
  return true;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // It ended in between; the following wait shows any other problem.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  const command = await commandOf(pid);
  return command.includes(` -D ${dataDir} -p `);
}

/** Command line of a process; empty if it does not exist. */
async function commandOf(pid: number): Promise<string> {
  if (!Number.isInteger(pid) || pid <= 0) return '';
  if (process.platform === 'linux') {
    const line = (await readIfPresent(`/proc/${pid}/cmdline`)) ?? '';
    return line.replaceAll('\0', ' ');
  }
  const look =
    process.platform === 'win32'
      ? (['wmic', ['process', 'where', `ProcessId=${pid}`, 'get', 'CommandLine']] as const)
      : (['ps', ['-ww', '-o', 'command=', '-p', String(pid)]] as const);
  const { stdout } = await promisify(execFile)(look[0], [...look[1]]).catch(() => ({ stdout: '' }));
  return stdout;
}
