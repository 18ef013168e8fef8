import { createWriteStream } from 'node:fs';
import { appendFile, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { copyCluster } from '../../embedded/postgres/backup/cluster-copy.ts';
import { locateBinaries } from '../../embedded/postgres/binaries.ts';
import { dataDirOf } from '../../embedded/postgres/cluster.ts';
import { type OsUser, userForPostgres } from '../../embedded/postgres/os-user.ts';
import { place } from '../../embedded/postgres/placement.ts';
import { findFreePort, type PostgresProcess, startPostgres } from '../../embedded/postgres/postgres-process.ts';
import { clockEnvironment } from '../../testing/child-environment.ts';

/** A streaming standby of a test server. */
export interface TestStandby {
  /** URL of the same database and user on the standby. */
  at(url: string): string;
  /** Process id of its postmaster. */
  readonly pid: number;
  /** Kills it without a shutdown. */
  kill(): Promise<void>;
  /** Starts it after a kill. */
  restart(): Promise<void>;
  /** Stops it and removes its folder. */
  remove(): Promise<void>;
}

/** Settings of a server that can have a standby. */
export const FOLLOWED = { wal_level: 'replica', max_wal_senders: '4', synchronous_commit: 'on' } as const;

/** Copies a running server, started with {@link FOLLOWED}, and starts the copy as its standby. */
export async function startTestStandby(adminUrl: string): Promise<TestStandby> {
  const user = await userForPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'backcounter-standby-'));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const { home, binaries } = await place(folder, await locateBinaries(), user);
  const dataDir = dataDirOf(home);
  await copyTo(dataDir, adminUrl, user);
  const options = {
    binaries,
    user,
    dataDir,
    logFile: path.join(home, 'postgres.log'),
    port: await findFreePort(),
    environment: clockEnvironment,
    // Queries that block replay are cancelled at once.
    settings: { max_standby_streaming_delay: '0', wal_retrieve_retry_interval: '100ms' },
  };
  let running: PostgresProcess = await startPostgres(options);
  return {
    at: (url) => {
      const changed = new URL(url);
      changed.port = String(options.port);
      return changed.href;
    },
    get pid() {
      return running.pid;
    },
    kill: async () => {
      process.kill(running.pid, 'SIGQUIT');
      await running.exited;
    },
    restart: async () => {
      running = await startPostgres(options);
    },
    remove: async () => {
      await running.stop();
      await rm(home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function copyTo(dataDir: string, adminUrl: string, user: OsUser | null): Promise<void> {
  await mkdir(dataDir, { mode: 0o700 });
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for await (const { name, content } of copyCluster(client)) {
      const target = path.join(dataDir, name);
      if (content === null) await mkdir(target, { mode: 0o700 });
      else if (typeof content === 'string') await writeFile(target, content, { mode: 0o600 });
      else await pipeline(content, createWriteStream(target, { mode: 0o600 }));
    }
  } finally {
    await client.end();
  }
  const { hostname, port, username, password } = new URL(adminUrl);
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password} application_name=standby`;
  await appendFile(path.join(dataDir, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeFile(path.join(dataDir, 'standby.signal'), '');
  if (user === null) return;
  await chown(dataDir, user.uid, user.gid);
  for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), user.uid, user.gid);
}
