import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { StartupError } from '../../db/startup-error.ts';
import type { PostgresBinaries } from './binaries.ts';
import { durableSettings, SUPERUSER } from './cluster.ts';
import { APP_ROLE, type Credentials, OWNER_ROLE } from './credentials.ts';
import { type OsUser, spawnAs } from './os-user.ts';

/**
 * Sets the passwords of the three roles in a stopped cluster. Single-user mode requires no password, so this works if
 * the file is older than a rotation.
 *
 * @throws StartupError with the first line of PostgreSQL's error
 */
export async function setRolePasswords(
  cluster: string,
  binaries: PostgresBinaries,
  user: OsUser | null,
  credentials: Credentials,
): Promise<void> {
  const args = ['--single', '-D', cluster, '-c', 'archive_mode=on'];
  for (const [name, value] of Object.entries(durableSettings())) args.push('-c', `${name}=${value}`);
  const child = spawn(binaries.postgres, [...args, 'postgres'], {
    cwd: cluster,
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    ...spawnAs(user),
  });
  const errors = text(child.stderr);
  const statements = [
    [SUPERUSER, credentials.superuserPassword],
    [OWNER_ROLE, credentials.ownerPassword],
    [APP_ROLE, credentials.appPassword],
  ].map(([role = '', password = '']) => `ALTER ROLE ${role} PASSWORD ${pg.escapeLiteral(password)}\n`);
  child.stdin.end(statements.join(''));
  const problem = /(?:ERROR|FATAL|PANIC):\s*(.*)/.exec(await errors)?.[1];
  if (problem !== undefined) throw new StartupError(`The passwords of the restored database were not set: ${problem}.`);
}
