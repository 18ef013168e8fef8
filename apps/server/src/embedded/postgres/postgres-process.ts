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
  /** Server settings in addition to the cluster's own files. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Environment variables in addition to the few it gets. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Time limit of the start including recovery; 2 minutes by default. */
  readonly startTimeoutMs?: number;
}

export interface PostgresProcess {
  readonly pid: number;
  readonly port: number;
  /** Resolves when the process has ended for any reason. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Fast shutdown: rolls back open transactions; the next start needs no recovery. */
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 120_000;
const POLL_MS = 15;
const STOP_TIMEOUT_MS = 30_000;

/** A currently free port of the loopback interface. */
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

/** Whether a port of the loopback interface is free. */
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
 * @throws StartupError with the last lines of its log if it ends
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
      // Its own session, so that Ctrl-C reaches only this process, which finishes requests first.
      detached: true,
      stdio: ['ignore', log, log],
      env: { LC_ALL: 'C', TZ: 'UTC', ...windowsEnvironment(), ...options.environment },
      ...spawnAs(options.user),
    });
  } finally {
    closeSync(log);
  }
}

/** Windows programs need these to find their libraries. */
function windowsEnvironment(): Record<string, string> {
  return process.platform === 'win32' ? { SystemRoot: 'C:\\Windows', PATH: 'C:\\Windows\\System32' } : {};
}

/**
 * A helper process that stops PostgreSQL when this process is gone: its standard input closes, even after kill -9. On
 * Windows, the next start cleans up instead.
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
  // PostgreSQL also runs without the helper.
  guard.on('error', () => undefined);
  guard.stdin?.on('error', () => undefined);
  guard.unref();
  if (guard.stdin !== null && 'unref' in guard.stdin && typeof guard.stdin.unref === 'function') guard.stdin.unref();
  return guard;
}

/** PostgreSQL's lock file: line 1 is its process id, line 8 its state. */
async function isReady(dataDir: string, pid: number): Promise<boolean> {
  const lines = await readLockFile(dataDir);
  return lines !== null && lines.pid === pid && lines.status === 'ready';
}

/** Parses the lock file of a PostgreSQL data folder; null if there is none. */
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
