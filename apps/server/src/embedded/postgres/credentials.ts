import { randomBytes } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { errorCodeOf } from '../../db/error-code.ts';
import { StartupError } from '../../db/startup-error.ts';
import { unwritable } from './placement.ts';

const passwords = z.object({ superuserPassword: z.string(), ownerPassword: z.string(), appPassword: z.string() });
const credentialsFile = passwords.extend({
  port: z.int(),
  /** Folder of its Unix socket; absent where the platform has none, or the path is too long for one. */
  socket: z.string().optional(),
  /** Passwords before the last rotation; valid until the database has the current ones. */
  previous: passwords.optional(),
});

/** Passwords of the embedded cluster's roles, its last port and its socket. */
export type Credentials = z.infer<typeof credentialsFile>;

export const DATABASE_NAME = 'backcounter';
export const OWNER_ROLE = 'backcounter_owner';
export const APP_ROLE = 'backcounter_app';

/** URLs of the embedded database for its three roles. */
export interface DatabaseUrls {
  readonly owner: string;
  readonly app: string;
  readonly superuser: string;
}

/** Credentials before the last rotation, or null. */
export function previousOf({ previous, ...present }: Credentials): Credentials | null {
  return previous === undefined ? null : { ...present, ...previous };
}

export function newCredentials(port: number): Credentials {
  const password = (): string => randomBytes(24).toString('base64url');
  return { superuserPassword: password(), ownerPassword: password(), appPassword: password(), port };
}

/** Longest path of a Unix socket that every platform takes, in bytes. */
const SOCKET_PATH_MAX = 103;

/** Where PostgreSQL puts its socket in a home; undefined: nowhere. */
export function socketFolder(home: string): string | undefined {
  const isTooLong = Buffer.byteLength(`${home}/.s.PGSQL.65535.lock`) > SOCKET_PATH_MAX;
  return process.platform === 'win32' || isTooLong ? undefined : home;
}

/** Reads the file of an earlier start; null before the first. */
export async function readCredentials(dataDir: string): Promise<Credentials | null> {
  const file = fileIn(dataDir);
  try {
    return credentialsFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return null;
    throw new StartupError(`The file ${file} with the database's passwords cannot be read. Restore it from a backup.`, {
      cause: error,
    });
  }
}

/** Replaces the file atomically; only this process's user may read it. */
export async function writeCredentials(dataDir: string, credentials: Credentials): Promise<void> {
  const file = fileIn(dataDir);
  try {
    await writeFile(`${file}.new`, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
  } catch (cause) {
    throw unwritable(dataDir, cause);
  }
}

/** By the socket if there is one: small statements are faster than over TCP. */
export function urlsOf(credentials: Credentials): DatabaseUrls {
  const host = credentials.socket === undefined ? '127.0.0.1' : encodeURIComponent(credentials.socket);
  const url = (role: string, password: string, database: string): string =>
    `postgres://${role}:${password}@${host}:${credentials.port}/${database}`;
  return {
    owner: url(OWNER_ROLE, credentials.ownerPassword, DATABASE_NAME),
    app: url(APP_ROLE, credentials.appPassword, DATABASE_NAME),
    superuser: url('postgres', credentials.superuserPassword, 'postgres'),
  };
}

function fileIn(dataDir: string): string {
  return path.join(dataDir, 'database.json');
}
