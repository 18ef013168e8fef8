import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { locateBinaries } from '../../embedded/postgres/binaries.ts';
import {
  dataDirOf,
  forgetfulSettings,
  initCluster,
  SUPERUSER,
  writeSettings,
} from '../../embedded/postgres/cluster.ts';
import { userForPostgres } from '../../embedded/postgres/os-user.ts';
import { place } from '../../embedded/postgres/placement.ts';
import { findFreePort, startPostgres } from '../../embedded/postgres/postgres-process.ts';
import { clockEnvironment } from '../../testing/child-environment.ts';
import { migrate } from '../migrate/migrate.ts';
import { withDatabase } from './database-url.ts';

/** Settings with which test files create databases. */
export interface TestServer {
  /** May create databases and roles. */
  readonly adminUrl: string;
  /** Migrated, without rows. */
  readonly template: string;
  /** A login with only the privileges of the application role. */
  readonly appRole: string;
  readonly appPassword: string;
}

/** Starts a fast PostgreSQL without durability in a temporary folder, removed by `stop`. */
export async function startTestServer(
  given?: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<{ adminUrl: string; stop: () => Promise<void> }> {
  if (given !== undefined && given !== '') return { adminUrl: given, stop: () => Promise.resolve() };
  const user = await userForPostgres();
  const folder = await mkdtemp(path.join(tmpdir(), 'backcounter-test-'));
  if (user !== null) await chown(folder, user.uid, user.gid);
  const { home, binaries } = await place(folder, await locateBinaries(), user);
  const superuserPassword = randomBytes(16).toString('hex');
  await initCluster({ binaries, user, home, superuserPassword, isDurable: false });
  await writeSettings(home, { ...forgetfulSettings, ...settings });
  const running = await startPostgres({
    binaries,
    user,
    dataDir: dataDirOf(home),
    logFile: path.join(home, 'postgres.log'),
    port: await findFreePort(),
    environment: clockEnvironment,
  });
  return {
    adminUrl: `postgres://${SUPERUSER}:${superuserPassword}@127.0.0.1:${running.port}/postgres`,
    stop: async () => {
      await running.stop();
      await rm(home, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Creates a migrated, empty database to clone, and a login with the privileges of the application role. */
export async function prepareTemplate(
  adminUrl: string,
): Promise<{ testServer: TestServer; drop: () => Promise<void> }> {
  const name = `backcounter_test_${randomBytes(4).toString('hex')}`;
  const appPassword = randomBytes(16).toString('hex');
  const template = `${name}_template`;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
    await migrate({ ownerUrl: withDatabase(adminUrl, template) });
    await admin.query(`CREATE ROLE ${name} LOGIN PASSWORD '${appPassword}' IN ROLE backcounter_app`);
  } finally {
    await admin.end();
  }
  return {
    testServer: { adminUrl, template, appRole: name, appPassword },
    drop: () => dropAll(adminUrl, template, name),
  };
}

async function dropAll(adminUrl: string, template: string, role: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`DROP DATABASE IF EXISTS ${template} WITH (FORCE)`);
    await admin.query(`DROP ROLE IF EXISTS ${role}`);
  } finally {
    await admin.end();
  }
}
