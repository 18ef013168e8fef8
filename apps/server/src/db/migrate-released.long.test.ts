import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { findFreePort } from '../embedded/postgres/postgres-process.ts';
import { APP_VERSION } from './migrate/app-version.ts';
import { migrate } from './migrate/migrate.ts';
import { withOwner } from './migrate/migrate-connection.ts';
import { applyContracts } from './migrate/migrate-contract.ts';
import { MIGRATIONS_DIR, readMigrationFiles } from './migrate/migrate-files.ts';
import { withDatabase } from './testing/database-url.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The first contract step. */
const ZONES = '0393_time_zone_is_listed.contract';
/** Last commit of version 0.1.0. */
const RELEASED = 'b1b5e293b92860c998304621827ec17ae6d8e85f';

function hasCommit(): boolean {
  try {
    execFileSync('git', ['cat-file', '-e', `${RELEASED}^{commit}`], { cwd: ROOT, stdio: 'ignore' });
    return true;
  } catch {
    console.warn('Version 0.1.0 beside this one: left out, because this clone does not have its commit.');
    return false;
  }
}

interface Server {
  readonly child: ChildProcess;
  readonly complaint: Promise<string>;
  readiness(): Promise<number>;
  stop(): Promise<void>;
}

describe.runIf(hasCommit())('version 0.1.0 beside this one', () => {
  let scratch: string;
  let released: string;
  let ownerUrl: string;
  let admin: pg.Client;
  const database = `released_${randomUUID().replaceAll('-', '')}`;
  const running = new Set<Server>();

  beforeAll(async () => {
    scratch = await mkdtemp(path.join(tmpdir(), 'backcounter-released-'));
    const tree = execFileSync(process.execPath, ['scripts/tree-of.mjs', RELEASED], { cwd: ROOT, encoding: 'utf8' });
    released = tree.trim();
    await cp(MIGRATIONS_DIR, path.join(scratch, 'migrations'), { recursive: true });
    admin = new pg.Client({ connectionString: inject('testServer').adminUrl });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
    ownerUrl = withDatabase(inject('testServer').adminUrl, database);
    // Longer: its libraries are installed, once.
  }, 300_000);
  afterAll(async () => {
    await Promise.all([...running].map((server) => server.stop()));
    await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
    await admin.end();
    await rm(scratch, { recursive: true, force: true });
  });

  async function spawnServer(root: string): Promise<Server> {
    const port = await findFreePort();
    const child = spawn(process.execPath, ['--conditions=source', 'apps/server/src/main.ts'], {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        DATABASE_URL: ownerUrl,
        DATA_DIR: path.join(scratch, 'data'),
        PORT: String(port),
        DEMO: 'false',
        CONTRACT_AFTER_DAYS: '0',
      },
    });
    const server: Server = {
      child,
      complaint: text(child.stderr),
      readiness: () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ status }) => status,
          () => 0,
        ),
      stop: async () => {
        running.delete(server);
        if (child.exitCode !== null) return;
        const exit = once(child, 'exit');
        child.kill('SIGTERM');
        await exit;
      },
    };
    running.add(server);
    return server;
  }
  async function start(root: string): Promise<Server> {
    const server = await spawnServer(root);
    const ended = once(server.child, 'exit').then(async () => Promise.reject(new Error(await server.complaint)));
    await Promise.race([ended, expect.poll(() => server.readiness(), { timeout: 60_000 }).toBe(200)]);
    return server;
  }
  const write = (name: string, sql: string) => writeFile(path.join(scratch, 'migrations', `${name}.sql`), sql);
  const migrations = () => path.join(scratch, 'migrations');
  const contract = async () =>
    withOwner(ownerUrl, async (client) =>
      applyContracts(client, await readMigrationFiles(migrations()), { version: APP_VERSION, afterDays: 0 }),
    );

  /** Makes version 0.1.0 look as if it had not run recently. */
  const forgetReleased = () =>
    withOwner(ownerUrl, (client) =>
      client.query(`UPDATE server_process SET seen_at = now() - interval '1 hour' WHERE version = '0.1.0'`),
    );

  it('stays ready and starts again after an expand step, and is refused after a contract step [upgrades 1, 2]', async () => {
    const old = await start(released);
    const current = await start(ROOT);
    await write('9001_later.expand', 'CREATE TABLE later (n int); ALTER TABLE account ADD COLUMN later int;');
    expect(await migrate({ ownerUrl, migrationsDir: migrations() })).toEqual(['9001_later.expand']);
    expect([await old.readiness(), await current.readiness()]).toEqual([200, 200]);
    await old.stop();
    const again = await start(released);

    await write('9002_later.contract', `-- oldest version: ${APP_VERSION}\nDROP TABLE later;`);
    // This version records the connections of 0.1.0 with its next beat.
    await expect
      .poll(async () => (await contract()).waiting, { timeout: 60_000 })
      .toEqual([
        { name: ZONES, why: 'waits until processes of version 0.1.0 have ended' },
        { name: '9002_later.contract', why: `waits for ${ZONES}` },
      ]);
    await current.stop();
    await forgetReleased();
    expect(await contract()).toEqual({ applied: [ZONES, '9002_later.contract'], waiting: [] });
    expect(await again.readiness()).toBe(503);
    const refused = await spawnServer(released);
    await once(refused.child, 'exit');
    expect(refused.child.exitCode).toBe(1);
    expect(await refused.complaint).toContain(
      `The database was written by a newer version of Backcounter (it has the migration ${ZONES}`,
    );
    expect(await (await start(ROOT)).readiness()).toBe(200);
  });

  it('a newer version fills and contracts in the background, and then this one is refused [upgrades 2, 6, 7]', async () => {
    await Promise.all([...running].map((server) => server.stop()));
    await forgetReleased();
    const later = await treeOfLater({
      '9101_count.expand': 'CREATE TABLE counted AS SELECT n, NULL::int AS half FROM generate_series(1, 2000) AS n;',
      '9102_count.data':
        'UPDATE counted SET half = n / 2 WHERE n IN (SELECT n FROM counted WHERE half IS NULL LIMIT $1 FOR UPDATE);',
      '9103_count.contract': '-- oldest version: 99.0.0\nALTER TABLE counted RENAME TO contracted;',
    });
    await start(later);
    const rows = `SELECT count(half)::int AS filled FROM contracted`;
    await expect
      .poll(() => withOwner(ownerUrl, async (client) => (await client.query(rows)).rows), { timeout: 60_000 })
      .toEqual([{ filled: 2000 }]);
    const refused = await spawnServer(ROOT);
    await once(refused.child, 'exit');
    expect(await refused.complaint).toContain(
      `This is version ${APP_VERSION} of Backcounter, and the database was upgraded by version 99.0.0 and serves 99.0.0 and later`,
    );
  });

  /** The server of this tree as version 99.0.0, with more steps. */
  async function treeOfLater(steps: Readonly<Record<string, string>>): Promise<string> {
    const tree = path.join(scratch, 'later');
    const server = path.join(tree, 'apps/server');
    const filter = (from: string) => path.basename(from) !== 'node_modules';
    await cp(path.join(ROOT, 'apps/server'), server, { recursive: true, filter });
    for (const name of ['package.json', 'node_modules', 'packages', 'apps/console'])
      await symlink(path.join(ROOT, name), path.join(tree, name));
    const manifest = path.join(server, 'package.json');
    await writeFile(
      manifest,
      (await readFile(manifest, 'utf8')).replace(`"version": "${APP_VERSION}"`, '"version": "99.0.0"'),
    );
    for (const [name, sql] of Object.entries(steps)) await writeFile(path.join(server, `migrations/${name}.sql`), sql);
    return tree;
  }
});
