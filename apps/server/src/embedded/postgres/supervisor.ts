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
  /** Whether it hands its log to the spool (decision 0131); unless it is set, as at its last start, so that a command makes no gap. */
  readonly isArchiving?: boolean;
  /** Told what takes its time: creating the database, stopping what a killed run left. */
  readonly onProgress?: (line: string) => void;
  /** PostgreSQL ended by itself (`crashed`) or accepts connections again (`restarted`). */
  readonly onIncident?: (kind: 'crashed' | 'restarted', detail: string) => void;
  /** Settings of PostgreSQL that win over all others. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Instead of the ordinary place for data that PostgreSQL's user cannot reach; for tests. */
  readonly relocationBase?: string;
}

export interface EmbeddedPostgres {
  readonly urls: DatabaseUrls;
  /** Where data and log are. */
  readonly home: string;
  /** Process id of the running server. */
  readonly pid: () => number;
  stop(): Promise<void>;
}

const RESTART_DELAYS_MS = [0, 100, 200, 500, 1000, 2000, 5000];
const LOG_SIZE_MAX = 10 * 1024 * 1024;

/**
 * Starts the embedded PostgreSQL of a data folder, creating it on the first run, and keeps it running: should it end by itself, it is
 * started again at once, on the same port.
 *
 * @throws StartupError in one sentence: a second instance, a folder that cannot be written, data of a newer version.
 */
export async function startEmbeddedPostgres(options: SupervisorOptions): Promise<EmbeddedPostgres> {
  const user = await userForPostgres();
  // Another user has to pass through the folder to the one inside that is its own.
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
    options.onProgress?.('Stopped a database that an earlier run left behind');
  }
  if (credentials === null) {
    throw new StartupError(
      `The file ${path.join(dataDir, 'database.json')} with the database's passwords is missing: restore it, or set DATA_DIR to another folder.`,
    );
  }
  const isArchiving = options.isArchiving ?? (await wasArchiving(settingsFileOf(home)));
  if (isArchiving) await makeSpool(home, user);
  await writeSettings(home, { ...durableSettings(), ...archiveSettings(isArchiving) });
  await keepLogSmall(home, user);
  if (await isPortFree(credentials.port)) return credentials;
  const moved = { ...credentials, port: await findFreePort() };
  await writeCredentials(dataDir, moved);
  return moved;
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
      ...(options.overrides && { settings: options.overrides }),
    });
    // Its checkpointer fell asleep before archive_timeout counted, for as long as checkpoint_timeout; reading the settings again wakes it.
    if (await wasArchiving(settingsFileOf(placement.home)))
      await bestEffort('waking the checkpointer', () => process.kill(started.pid, 'SIGHUP'));
    return started;
  };
  let running = await start().catch(async (error) => {
    // Somebody took the port between the look and the start.
    if (await isPortFree(credentials.port)) throw error;
    credentials = { ...credentials, port: await findFreePort() };
    await writeCredentials(dataDir, credentials);
    return start();
  });
  let isStopping = false;

  const restart = async (how: string): Promise<void> => {
    options.onIncident?.('crashed', how);
    for (let attempt = 0; !isStopping; attempt += 1) {
      // The first tries may meet the last moments of the old one's children, who still hold its memory.
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
      if (!isStopping)
        restarting = restart(signal === null ? `it ended with code ${code}` : `it was ended by ${signal}`);
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

/** One older log is kept. */
async function keepLogSmall(home: string, user: OsUser | null): Promise<void> {
  const file = logFileOf(home);
  if (((await sizeIfPresent(file)) ?? 0) > LOG_SIZE_MAX) await rename(file, `${file}.1`);
  await (await open(file, 'a', 0o600)).close();
  if (user !== null) await chown(file, user.uid, user.gid);
}
