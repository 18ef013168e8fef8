import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser } from './harness/browser.ts';
import { Buildah, Container, IMAGE_TOOLS } from './harness/container.ts';
import { freePort } from './harness/free-port.ts';
import { ended } from './harness/product.ts';

const ROOT = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const IMAGE = `backcounter:${version}`;
const VOLUME = '/var/lib/backcounter';
const missing = process.getuid?.() === 0 ? IMAGE_TOOLS.filter(isMissing) : ['the rights of root'];
const [postgresPrograms] = globSync('/usr/lib/postgresql/*/bin');
if (postgresPrograms === undefined) missing.push('postgresql');

function isMissing(program: string): boolean {
  return spawnSync('which', [program]).status !== 0;
}

/** Debian's PostgreSQL in a folder, with the roles of deploy/database.sql. */
async function startPostgres(home: string, secrets: string, port: number, children: ChildProcess[]): Promise<void> {
  const data = join(home, 'postgres');
  mkdirSync(data);
  execFileSync('chown', ['postgres:', data]);
  const as = ['-u', 'postgres', '--'];
  const program = (name: string) => join(postgresPrograms ?? '', name);
  execFileSync('runuser', [...as, program('initdb'), '-D', data, '--auth-host=scram-sha-256'], { stdio: 'ignore' });
  const child = spawn(
    'setpriv',
    [
      '--reuid=postgres',
      '--regid=postgres',
      '--clear-groups',
      program('postgres'),
      '-D',
      data,
      '-p',
      String(port),
      '-k',
      data,
    ],
    { cwd: data, stdio: 'ignore' },
  );
  children.push(child);
  const sql = readFileSync(join(ROOT, 'deploy/database.sql'), 'utf8').replaceAll('/run/secrets', secrets);
  const address = ['-h', data, '-p', String(port), '-U', 'postgres', '-v', 'ON_ERROR_STOP=1'];
  while (spawnSync('pg_isready', ['-h', data, '-p', String(port)]).status !== 0) {
    if (child.exitCode !== null) throw new Error('PostgreSQL did not start');
    await sleep(100);
  }
  // Its socket trusts everyone on this machine, as the one in the image does while it fills an empty folder.
  execFileSync('psql', [...address, '-f', '-'], { input: sql, stdio: ['pipe', 'ignore', 'inherit'] });
}

/** The steps of docs/operations.md that make image, secrets and settings. */
const steps = (): string[] =>
  [...readFileSync(join(ROOT, 'docs/operations.md'), 'utf8').matchAll(/^```sh image\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );

/** Part of `npm run test:long`: the image without a container engine, which test machines can't run. */
describe.skipIf(missing.length > 0)('the image (needs buildah, mmdebstrap and postgresql)', () => {
  let buildah: Buildah;
  let browser: Browser;
  let work: string;
  const postgres: ChildProcess[] = [];
  const containers: Container[] = [];

  beforeAll(async () => {
    execFileSync(process.execPath, ['scripts/package.mjs'], { cwd: ROOT, stdio: 'ignore' });
    buildah = new Buildah();
    browser = await launchBrowser();
    await buildah.importDebian('localhost/debian');
    work = join(buildah.folder, 'work');
    mkdirSync(work);
    for (const name of ['', '.sha256'].map((end) => `backcounter-${version}-linux-x64.tar.gz${end}`))
      cpSync(join(ROOT, 'artifacts/package', name), join(work, name));
    const env = { PATH: `${buildah.docker('localhost/debian')}:${process.env['PATH']}`, HOME: work };
    execFileSync('sh', ['-eu', '-c', steps().join('')], { cwd: work, env, stdio: ['ignore', 'ignore', 'inherit'] });
    // Longer: makes the archive, a Debian and the image.
  }, 600_000);
  afterAll(async () => {
    await Promise.allSettled(containers.map((container) => container.stop()));
    for (const child of postgres) {
      child.kill('SIGINT');
      await ended(child);
    }
    await browser?.close();
    await buildah?.remove();
  });

  it('has a user of its own, one volume, a check without other programs, and labels', async () => {
    expect(await buildah.config(IMAGE)).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['/opt/backcounter/bin/backcounter'],
      Cmd: ['start'],
      Env: expect.arrayContaining(['HOST=0.0.0.0', `DATA_DIR=${VOLUME}`]),
      Volumes: { [VOLUME]: {} },
      ExposedPorts: { '3000/tcp': {} },
      StopSignal: 'SIGTERM',
      Healthcheck: { Test: expect.arrayContaining(['CMD', '/opt/backcounter/bin/node']) },
      Labels: {
        'org.opencontainers.image.title': 'Backcounter',
        'org.opencontainers.image.version': version,
        'org.opencontainers.image.licenses': 'Apache-2.0',
      },
    });
  });

  it('serves on a read-only root, with secrets in files, and a person signs in', async () => {
    const [port, databasePort] = [await freePort(), await freePort()];
    const url = `http://localhost:${port}`;
    const secrets = join(work, 'deploy/secrets');
    await startPostgres(work, secrets, databasePort, postgres);
    expect(statSync(secrets).mode & 0o777).toBe(0o700);
    for (const name of ['database_url', 'database_owner_url']) {
      const file = join(secrets, name);
      writeFileSync(file, readFileSync(file, 'utf8').replace('@database/', `@127.0.0.1:${databasePort}/`));
    }
    const names = readdirSync(secrets).filter((name) => name !== 'postgres_password');
    const settings = join(work, 'backcounter.env');
    writeFileSync(settings, `PUBLIC_URL=${url}\n`);
    const container = await Container.create(
      buildah,
      IMAGE,
      port,
      {
        '/etc/backcounter/backcounter.env': settings,
        ...Object.fromEntries(names.map((name) => [`/run/secrets/${name}`, join(secrets, name)])),
      },
      Object.fromEntries(names.map((name) => [`${name.toUpperCase()}_FILE`, `/run/secrets/${name}`])),
    );
    containers.push(container);
    const marker = join(work, 'marker');
    writeFileSync(marker, '');
    await container.start();
    expect(await container.isHealthy()).toBe(true);

    const processStatus = readFileSync(`/proc/${container.pid}/status`, 'utf8');
    expect(processStatus).toMatch(/^Uid:\t10001\t10001\t10001\t10001$/m);
    expect(processStatus).toMatch(/^Gid:\t10001\t10001\t10001\t10001$/m);
    const [first = ''] =
      readFileSync(`/proc/${container.pid}/mounts`, 'utf8')
        .match(/^\S+ \/ .*$/gm)
        ?.slice(-1) ?? [];
    expect(first.split(' ')[3]?.split(',')).toContain('ro');

    const page = await browser.newPage();
    await page.goto(/first administrator: (\S+)/.exec(container.output)?.[1] ?? '');
    await page.locator('input[name=name]').fill('You');
    await page.locator('input[type=email]').fill('you@office.example');
    await page.locator('input[type=password]').fill('seven quiet harbour lamps');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Dashboard' }).waitFor({ timeout: 60_000 });
    await page.goto(`${url}/admin/countries`);
    await page.getByRole('heading', { name: 'Countries' }).waitFor({ timeout: 60_000 });
    await page.context().close();

    // The key is a secret, and the database is another server's.
    expect(readdirSync(container.data)).toEqual(['files']);
    expect(container.newerThan(marker)).toEqual([]);
    expect(await container.stop()).toBe(0);
    expect(await container.isHealthy()).toBe(false);
    expect(container.output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
  });

  it('serves alone, with the embedded PostgreSQL in its volume', async () => {
    const container = await Container.create(buildah, IMAGE, await freePort(), {}, {});
    containers.push(container);
    await container.start();
    expect(readdirSync(container.data).sort()).toEqual(['database.json', 'files', 'identity.key', 'postgres']);
    expect(await container.stop()).toBe(0);
  });
});
