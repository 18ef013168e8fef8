import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { spawnAs, userForPostgres } from '../../embedded/postgres/os-user.ts';
import { freePort } from '../../testing/free-port.ts';
import type { TestDatabase } from './test-database.ts';

/** False if PgBouncer is not installed; suites that need it are skipped. */
export const isPgBouncerInstalled = spawnSync('pgbouncer', ['--version']).status === 0;

/** PgBouncer in front of a test database, for one test; `lines` are added to its settings. Returns URLs through it. */
export async function startPgBouncer(
  database: TestDatabase,
  mode: 'session' | 'transaction' | 'statement',
  lines: readonly string[] = [],
): Promise<Pick<TestDatabase, 'url' | 'ownerUrl'>> {
  const user = await userForPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'pgbouncer-'));
  const [port, urls] = [await freePort(), [database.url, database.ownerUrl].map((url) => new URL(url))];
  const target = urls[0];
  const settings = [
    '[databases]',
    `* = host=127.0.0.1 port=${target?.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${folder}/users`,
    `pool_mode = ${mode}`,
    ...lines,
  ];
  await writeFile(path.join(folder, 'pgbouncer.ini'), settings.join('\n'));
  await writeFile(path.join(folder, 'users'), urls.map((url) => `"${url.username}" "${url.password}"\n`).join(''));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const child = spawn('pgbouncer', [path.join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...spawnAs(user),
  });
  onTestFinished(async () => {
    const exit = once(child, 'exit');
    child.kill('SIGQUIT');
    await exit;
    await rm(folder, { recursive: true, force: true });
  });
  for await (const text of child.stderr) if (String(text).includes('process up')) break;
  child.stderr.resume();
  const through = (url: string): string => url.replace(`:${new URL(url).port}/`, `:${port}/`);
  return { url: through(database.url), ownerUrl: through(database.ownerUrl) };
}
