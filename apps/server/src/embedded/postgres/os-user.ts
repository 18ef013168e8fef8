import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartupError } from '../../db/startup-error.ts';

/** The operating system user that runs PostgreSQL. */
export interface OsUser {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** Tried in order. PostgreSQL refuses to run as root and needs an existing user. */
const CANDIDATES = ['postgres', 'nobody'];

/**
 * The user for PostgreSQL if this process is root; null if it can run as the current user.
 *
 * @throws StartupError if the system has no such user
 */
export async function userForPostgres(passwdFile = '/etc/passwd'): Promise<OsUser | null> {
  if (process.getuid?.() !== 0) return null;
  const users = (await readFile(passwdFile, 'utf8')).split('\n').map(parsePasswdLine);
  for (const name of CANDIDATES) {
    const user = users.find((candidate) => candidate?.name === name);
    if (user !== undefined) return user;
  }
  throw new StartupError(
    // voice-allowed: the name of a user
    'PostgreSQL does not run as root, and this system has no user "postgres" or "nobody" for it. Start Backcounter as an ordinary user, or set DATABASE_URL.',
  );
}

function parsePasswdLine(line: string): OsUser | undefined {
  const [name, , uid, gid] = line.split(':');
  if (name === undefined || uid === undefined || gid === undefined) return undefined;
  return { name, uid: Number(uid), gid: Number(gid) };
}

/** Whether the user can traverse every parent folder and enter the path, or run it if it is a file. */
export async function isReachable(target: string, user: OsUser): Promise<boolean> {
  for (let current = path.resolve(target); ; current = path.dirname(current)) {
    if (!mayPass(await stat(current), user)) return false;
    if (current === path.dirname(current)) return true;
  }
}

function mayPass(entry: { mode: number; uid: number; gid: number }, user: OsUser): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}

/** `spawn` options to run a child process as the user. */
export function spawnAs(user: OsUser | null): { uid?: number; gid?: number } {
  return user === null ? {} : { uid: user.uid, gid: user.gid };
}
