import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartupError } from '../../db/startup-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type OsUser, spawnAs } from './os-user.ts';
import { readIfPresent } from './read-if-present.ts';

export interface PostgresProcessOptions {
  readonly binaries: PostgresBinaries;
  readonly user: OsUser | null;
  readonly dataDir: string;
  readonly logFile: string;
  readonly port: number;
  /** Server settings beyond those of the cluster's own files. */
  readonly settings?: Readonly<Record<string, string>>;
  /** How long a start may take, recovery included; 2 minutes unless it is set. */
  readonly startTimeoutMs?: number;
}

export interface PostgresProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when it has ended, however that came. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Stops at once but in order: open transactions are rolled back, nothing needs recovery at the next start. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 15;
const STOP_TIMEOUT_MS = 30_000;

/** A port of the loopback interface that nobody listens on at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (address !== null && typeof address === 'object' ? resolve(address.port) : reject(address)));
    });
  });
}

/** True when nobody listens on the port of the loopback interface. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Starts PostgreSQL as a child process and waits until it accepts connections.
 *
 * @throws StartupError with the last lines of its log when it ends instead.
 */
export async function startPostgres(options: PostgresProcessOptions): Promise<PostgresProcess> {
  const child = spawnPostgres(options);
  const exited = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const { pid } = child;
  if (pid === undefined) throw new StartupError(`PostgreSQL could not be started from ${options.binaries.postgres}.`);
  const guard = stopWithParent(pid, options.user);
  let isRunning = true;
  void exited.then(() => {
    isRunning = false;
    guard?.kill('SIGKILL');
  });
  const stop = async (): Promise<void> => {
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (!isRunning) return;
      child.kill(signal);
      await Promise.race([exited, delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    }
  };
  const deadline = Date.now() + (options.startTimeoutMs ?? START_TIMEOUT_MS);
  while (!(await isReady(options.dataDir, pid))) {
    if (!isRunning) throw await startFailure(options);
    if (Date.now() > deadline) {
      await stop();
      throw await startFailure(options);
    }
    await delay(POLL_MS);
  }
  return { pid, port: options.port, exited, stop };
}

function spawnPostgres(options: PostgresProcessOptions): ChildProcess {
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...options.settings };
  const args = ['-D', options.dataDir, '-p', String(options.port)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const log = openSync(options.logFile, 'a', 0o600);
  try {
    return spawn(options.binaries.postgres, args, {
      cwd: options.dataDir,
      // Its own session: Ctrl-C in the terminal reaches this process alone, which first lets requests end.
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC', ...windowsEnvironment() },
      ...spawnAs(options.user),
    });
  } finally {
    closeSync(log);
  }
}

/** Windows programs need these two to find their libraries. */
function windowsEnvironment(): Record<string, string> {
  return process.platform === 'win32' ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32' } : {};
}

/**
 * A small companion that stops PostgreSQL when this process is gone: its standard input ends with us, even after kill -9. Not on Windows,
 * where the next start stops what was left.
 */
function stopWithParent(pid: number, user: OsUser | null): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const guard = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'backcounter-postgres-guard', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
    ...spawnAs(user),
  });
  // Without the companion PostgreSQL runs just as well.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  if (guard.stdin !== null && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return guard;
}

/** The lock file of PostgreSQL: first line its process id, line 8 its state. */
async function isReady(dataDir: string, pid: number): Promise<boolean> {
  const lines = await readLockFile(dataDir);
  return lines !== null && lines.pid === pid && lines.status === 'ready';
}

/** What the lock file in a data folder of PostgreSQL says; null without one. */
export async function readLockFile(dataDir: string): Promise<{ pid: number; port: number; status: string } | null> {
  const text = await readIfPresent(path.join(dataDir, 'postmaster.pid'));
  if (text === null) return null;
  const lines = text.split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]), status: (lines[7] ?? '').trim() };
}

async function startFailure(options: PostgresProcessOptions): Promise<StartupError> {
  const tail = await readTail(options.logFile, 2000);
  const reason = tail.split('\n').findLast((line) => /FATAL|PANIC|ERROR|could not/.test(line));
  return new StartupError(
    `The embedded PostgreSQL did not start${reason === undefined ? '' : `: ${reason.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '').trim()}`} (see ${options.logFile}).`,
    { cause: new Error(tail) },
  );
}

async function readTail(file: string, bytes: number): Promise<string> {
  const { size } = await stat(file);
  const handle = await open(file);
  try {
    const length = Math.min(size, bytes);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}
