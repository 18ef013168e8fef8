import { chown, mkdir, open, realpath, rename } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { bestEffort } from '../../db/best-effort.ts';
import { StartupError } from '../../db/startup-error.ts';
import { locateBinaries } from './binaries.ts';
import { dataDirOf, durableSettings, initCluster, readClusterMajor, settingsFileOf, writeSettings } from './cluster.ts';
import {
  type Credentials,
  type DatabaseUrls,
  newCredentials,
  readCredentials,
  socketFolder,
  urlsOf,
  writeCredentials,
} from './credentials.ts';
import { lockDataDir } from './instance-lock.ts';
import { clearLeftover } from './leftover.ts';
import { type OsUser, userForPostgres } from './os-user.ts';
import { type Placement, place, unwritable } from './placement.ts';
import { findFreePort, isPortFree, type PostgresProcess, startPostgres } from './postgres-process.ts';
import { sizeIfPresent } from './read-if-present.ts';
import { ensureRoles } from './roles.ts';
import { archiveSettings, makeSpool, wasArchiving } from './wal/wal-spool.ts';

export interface SupervisorOptions {
  readonly dataDir: string;
  /** Whether to spool its log (decision 0131); by default as at its last start, so that commands cause no gap. */
  readonly isArchiving?: boolean;
  /** Called for slow steps: creating the database, stopping one left by a killed run. */
  readonly onProgress?: (line: string) => void;
  /** Called when PostgreSQL ended unexpectedly (`crashed`) or accepts connections again (`restarted`). */
  readonly onIncident?: (kind: 'crashed' | 'restarted', detail: string) => void;
  /** PostgreSQL settings that override all others. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Replaces the default location for data that PostgreSQL's user cannot reach; for tests. */
  readonly relocationBase?: string;
}

export interface EmbeddedPostgres {
  readonly urls: DatabaseUrls;
  /** Folder of data and log. */
  readonly home: string;
  /** Process id of the running server. */
  readonly pid: () => number;
  stop(): Promise<void>;
}

const RESTART_DELAYS_MS = [0, 100, 200, 500, 1000, 2000, 5000];
const LOG_SIZE_MAX = 10 * 1024 * 1024;

/**
 * Starts the embedded PostgreSQL of a data folder, creating it on the first run, and restarts it on the same port if it
 * ends unexpectedly.
 *
 * @throws StartupError for a second instance, a folder that cannot be written or data of a newer version
 */
export async function startEmbeddedPostgres(options: SupervisorOptions): Promise<EmbeddedPostgres> {
  const user = await userForPostgres();
  // The other user must traverse this folder to reach its own inside.
  await mkdir(options.dataDir, { recursive: true, mode: user === null ? 0o700 : 0o711 }).catch((cause) => {
    throw unwritable(options.dataDir, cause);
  });
  const dataDir = await realpath(options.dataDir);
  const lock = await lockDataDir(dataDir);
  try {
    const placement = await place(dataDir, await locateBinaries(), user, options.relocationBase);
    const credentials = await prepare(dataDir, placement, user, options);
    const supervised = await supervise(dataDir, placement, user, credentials, options);
    return {
      ...supervised,
      stop: async () => {
        await supervised.stop();
        await lock.release();
      },
    };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function prepare(
  dataDir: string,
  placement: Placement,
  user: OsUser | null,
  options: SupervisorOptions,
): Promise<Credentials> {
  const { home, binaries } = placement;
  const major = await readClusterMajor(home, binaries);
  let credentials = await readCredentials(dataDir);
  if (major === null) {
    options.onProgress?.('Creating the database');
    credentials = newCredentials(await findFreePort());
    await writeCredentials(dataDir, credentials);
    await initCluster({
      binaries,
      user,
      home,
      superuserPassword: credentials.superuserPassword,
      isDurable: true,
    });
  } else if (await clearLeftover(dataDirOf(home))) {
    options.onProgress?.('Stopped a database left by an earlier run');
  }
  if (credentials === null) {
    throw new StartupError(
      `The file ${path.join(dataDir, 'database.json')} with the database's passwords is missing. Restore it, or set DATA_DIR to another folder.`,
    );
  }
  const isArchiving = options.isArchiving ?? (await wasArchiving(settingsFileOf(home)));
  if (isArchiving) await makeSpool(home, user);
  await writeSettings(home, { ...durableSettings(), ...archiveSettings(isArchiving) });
  await keepLogSmall(home, user);
  const port = (await isPortFree(credentials.port)) ? credentials.port : await findFreePort();
  const present = { ...credentials, port, socket: socketFolder(home) };
  if (port !== credentials.port || present.socket !== credentials.socket) await writeCredentials(dataDir, present);
  return present;
}

async function supervise(
  dataDir: string,
  placement: Placement,
  user: OsUser | null,
  initial: Credentials,
  options: SupervisorOptions,
): Promise<EmbeddedPostgres> {
  let credentials = initial;
  const start = async (): Promise<PostgresProcess> => {
    const started = await startPostgres({
      binaries: placement.binaries,
      user,
      dataDir: dataDirOf(placement.home),
      logFile: logFileOf(placement.home),
      port: credentials.port,
      settings: { unix_socket_directories: credentials.socket ?? '', ...options.overrides },
    });
    // The checkpointer slept before archive_timeout was set, for up to checkpoint_timeout; a reload wakes it.
    if (await wasArchiving(settingsFileOf(placement.home)))
      await bestEffort('waking the checkpointer', () => process.kill(started.pid, 'SIGHUP'));
    return started;
  };
  let running = await start().catch(async (error) => {
    // Another process took the port in between.
    if (await isPortFree(credentials.port)) throw error;
    credentials = { ...credentials, port: await findFreePort() };
    await writeCredentials(dataDir, credentials);
    return start();
  });
  let isStopping = false;

  const restart = async (how: string): Promise<void> => {
    options.onIncident?.('crashed', how);
    for (let attempt = 0; !isStopping; attempt += 1) {
      // Early attempts may fail while children of the old process still hold its memory.
      await delay(RESTART_DELAYS_MS[Math.min(attempt, RESTART_DELAYS_MS.length - 1)]);
      if (isStopping) return;
      try {
        running = await start();
        options.onIncident?.('restarted', `process ${running.pid}`);
        watch(running);
        return;
      } catch (error) {
        options.onIncident?.('crashed', error instanceof Error ? error.message : String(error));
      }
    }
  };
  let restarting: Promise<void> = Promise.resolve();
  const watch = (watched: PostgresProcess): void => {
    void watched.exited.then(({ code, signal }) => {
      if (!isStopping) restarting = restart(signal === null ? `ended with code ${code}` : `ended by ${signal}`);
    });
  };
  watch(running);
  const stop = async (): Promise<void> => {
    isStopping = true;
    await restarting;
    await running.stop();
  };
  try {
    await ensureRoles(credentials);
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: urlsOf(credentials), home: placement.home, pid: () => running.pid, stop };
}

function logFileOf(home: string): string {
  return path.join(home, 'postgres.log');
}

/** Keeps one older log. */
async function keepLogSmall(home: string, user: OsUser | null): Promise<void> {
  const file = logFileOf(home);
  if (((await sizeIfPresent(file)) ?? 0) > LOG_SIZE_MAX) await rename(file, `${file}.1`);
  await (await open(file, 'a', 0o600)).close();
  if (user !== null) await chown(file, user.uid, user.gid);
}
