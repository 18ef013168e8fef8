import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '../../db/startup-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { type OsUser, spawnAs } from './os-user.ts';
import { unwritable } from './placement.ts';
import { readIfPresent } from './read-if-present.ts';

export const SUPERUSER = 'postgres';

export interface InitOptions {
  readonly binaries: PostgresBinaries;
  readonly user: OsUser | null;
  /** Owned by the user; will contain the folder `data`. */
  readonly home: string;
  readonly superuserPassword: string;
  /** False for disposable data. */
  readonly isDurable: boolean;
}

/** The data folder of PostgreSQL inside a home. */
export function dataDirOf(home: string): string {
  return path.join(home, 'data');
}

/**
 * Major version of the cluster in a home; null if there is none.
 *
 * @throws StartupError if these binaries cannot open it
 */
export async function readClusterMajor(home: string, binaries: PostgresBinaries): Promise<number | null> {
  const file = path.join(dataDirOf(home), 'PG_VERSION');
  const text = await readIfPresent(file);
  if (text === null) return null;
  const major = Number.parseInt(text, 10);
  if (major > binaries.major) {
    throw new StartupError(
      `The data folder ${home} was written by a newer version of Backcounter (PostgreSQL ${major}, this one has ${binaries.major}). Update Backcounter, or set DATA_DIR to another folder.`,
    );
  }
  if (major < binaries.major) {
    throw new StartupError(
      `The data folder ${home} contains PostgreSQL ${major}, but this version has ${binaries.major}. Start it with the version that wrote it, or set DATA_DIR to another folder.`,
    );
  }
  return major;
}

/** Creates a cluster, restarting an interrupted creation. */
export async function initCluster(options: InitOptions): Promise<void> {
  const partial = path.join(options.home, 'data.partial');
  const passwordFile = path.join(options.home, 'superuser.password');
  await rm(partial, { recursive: true, force: true });
  try {
    await mkdir(partial, { mode: 0o700 });
    await writeFile(passwordFile, options.superuserPassword, { mode: 0o600 });
    if (options.user !== null) {
      await chown(partial, options.user.uid, options.user.gid);
      await chown(passwordFile, options.user.uid, options.user.gid);
    }
  } catch (cause) {
    throw unwritable(options.home, cause);
  }
  try {
    await runInitdb(options, partial, passwordFile);
    await rename(partial, dataDirOf(options.home));
  } catch (cause) {
    const firstLine = stderrOf(cause).split('\n')[0] ?? '';
    throw new StartupError(`The database in ${options.home} could not be created: ${firstLine || String(cause)}.`, {
      cause,
    });
  } finally {
    await rm(passwordFile, { force: true });
  }
}

/**
 * Locales that define letters: with plain C, fragment search (pg_trgm) would find none in Arabic or Japanese. The name
 * depends on the system.
 */
const CHARACTER_LOCALES = ['C.UTF-8', 'C.utf8', 'en_US.UTF-8', 'C'];

async function runInitdb(options: InitOptions, folder: string, passwordFile: string): Promise<void> {
  for (const characters of CHARACTER_LOCALES) {
    try {
      const args = [...initdbArguments(options, folder, passwordFile), `--lc-ctype=${characters}`];
      await promisify(execFile)(options.binaries.initdb, args, {
        cwd: options.home,
        env: { LC_ALL: 'C', TZ: 'UTC' },
        ...spawnAs(options.user),
      });
      return;
    } catch (error) {
      if (characters === CHARACTER_LOCALES.at(-1) || !/locale/.test(stderrOf(error))) throw error;
    }
  }
}

function stderrOf(error: unknown): string {
  return error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
}

function initdbArguments(options: InitOptions, folder: string, passwordFile: string): string[] {
  return [
    `--pgdata=${folder}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Built-in, so that sorting and character classes do not depend on the operating system.
    ...(options.binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
      : ['--locale-provider=icu', '--icu-locale=und', '--locale=C']),
    ...(options.isDurable ? [] : ['--no-sync']),
  ];
}

const MB = 1024 * 1024;

/** Settings for a shared machine: fast lists, and nothing acknowledged is lost. */
export function durableSettings(memoryBytes = totalmem()): Record<string, string> {
  const memoryMb = Math.floor(memoryBytes / MB);
  return {
    shared_buffers: `${clamp(Math.floor(memoryMb / 8), 64, 1024)}MB`,
    effective_cache_size: `${Math.max(256, Math.floor(memoryMb / 2))}MB`,
    maintenance_work_mem: `${clamp(Math.floor(memoryMb / 16), 64, 512)}MB`,
    work_mem: '16MB',
    max_connections: '60',
    synchronous_commit: 'on',
    wal_level: 'replica',
    // Compressing full pages took half the time of bulk changes.
    wal_compression: 'off',
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    // Shorter than the API's lock timeout, so that deadlocks are recognised and retried.
    deadlock_timeout: '200ms',
    random_page_cost: '1.1',
    // Lists are short queries: compiling or parallelising them costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: '0',
    autovacuum_vacuum_scale_factor: '0.05',
    autovacuum_analyze_scale_factor: '0.02',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_duration_statement: '1s',
    // Parameter values are personal data.
    log_parameter_max_length: '0',
    // So are column values, which error details quote.
    log_error_verbosity: 'terse',
  };
}

/** Settings for tests: fast, not durable. */
export const forgetfulSettings: Readonly<Record<string, string>> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  shared_buffers: '128MB',
  max_connections: '200',
  deadlock_timeout: '200ms',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  log_min_error_statement: 'panic',
};

const SETTINGS_FILE = 'backcounter.conf';

/** The file that `writeSettings` writes. */
export const settingsFileOf = (home: string): string => path.join(dataDirOf(home), SETTINGS_FILE);

/** Last comment line of the postgresql.conf written by initdb, after its own settings. */
const END_OF_INITDB = '# Add settings for extensions here';

/**
 * Writes the settings into the cluster. They override those of initdb in postgresql.conf, and are overridden by lines
 * added at its end and by `ALTER SYSTEM`.
 */
export async function writeSettings(home: string, settings: Readonly<Record<string, string>>): Promise<void> {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`);
  await writeFile(
    settingsFileOf(home),
    `# Written by Backcounter at each start; put your own settings at the end of postgresql.conf.\n${lines.join('\n')}\n`,
    { mode: 0o644 },
  );
  const main = path.join(dataDirOf(home), 'postgresql.conf');
  const text = await readFile(main, 'utf8');
  const included = withInclude(text);
  if (included === text) return;
  const { mode } = await stat(main);
  await writeFile(main, included, { mode });
}

function withInclude(text: string): string {
  const include = `include_if_exists = '${SETTINGS_FILE}'\n`;
  const rest = text.replace(include, '');
  const end = rest.lastIndexOf(END_OF_INITDB);
  if (end === -1) return include + rest;
  const next = rest.indexOf('\n', end) + 1 || rest.length;
  return `${rest.slice(0, next)}${include}${rest.slice(next)}`;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
