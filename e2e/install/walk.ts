/**
 * Installs the archive as docs/operations.md says, and signs in. Runs in a network and mount namespace of its own, as root: no network but
 * loopback, and changes in /etc, /opt and /var end with it. The product can't see the repository.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { launchBrowser } from '../harness/browser.ts';

const ROOT = join(import.meta.dirname, '../..');
const SITE = 'https://office.example';
const PASSWORD = 'seven quiet harbour lamps';
const READY_MS = 120_000;
const STACK = /^\s+at .*:\d+:\d+\)?$/m;
/** Environment of an operator's shell; the home folder is empty. The certificate is the walk's own, so Node gets it as a CA. */
const SHELL = {
  NODE_EXTRA_CA_CERTS: '/etc/ssl/backcounter/fullchain.pem',
  HOME: '/root',
  LANG: 'C.UTF-8',
};
const [archives = ''] = process.argv.slice(2);
/** Where the unit and the commands find programs. */
let programs = '/usr/bin:/bin';

const say = (line: string) => console.log(line);

/** Root's files, without those of this machine. */
function hideMachine(): void {
  const upper = '/mnt';
  const mount = (...args: string[]) => execFileSync('mount', args, { stdio: 'inherit' });
  execFileSync('ip', ['link', 'set', 'lo', 'up']);
  mount('-t', 'tmpfs', 'tmpfs', upper);
  for (const name of ['etc', 'var', 'opt']) {
    mkdirSync(join(upper, name, 'upper'), { recursive: true });
    mkdirSync(join(upper, name, 'work'));
    mount(
      '-t',
      'overlay',
      'overlay',
      '-o',
      `lowerdir=/${name},upperdir=${upper}/${name}/upper,workdir=${upper}/${name}/work`,
      `/${name}`,
    );
  }
  for (const path of ['/root', '/run', '/srv']) mount('-t', 'tmpfs', 'tmpfs', path);
  mkdirSync('/run/postgresql');
  execFileSync('chown', ['postgres:', '/run/postgresql']);
  writeFileSync('/etc/hosts', '127.0.0.1 localhost office.example\n');
}

/** Runs a program that must not see the repository. */
const withoutRepository = (command: readonly string[]): readonly string[] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs tmpfs "$0" && exec "$@"',
  ROOT,
  ...command,
];

/** A step of the page, as its reader would run it. */
function shell(script: string): string {
  say(script.trimEnd().replace(/^/gm, '$ '));
  const [file = '', ...args] = withoutRepository(['sh', '-eu', '-c', script]);
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd: '/srv',
    env: { ...SHELL, PATH: `/usr/sbin:/sbin:${programs}` },
    encoding: 'utf8',
  });
  say(`${stdout}${stderr}`.trimEnd());
  if (status !== 0 || STACK.test(stderr)) throw new Error(`A step of docs/operations.md failed with ${status}.`);
  return stdout;
}

/** Starts the unit as systemd does: its command, as its user, on a read-only system but for its folder. */
class Unit {
  readonly #child: ChildProcess;
  #output = '';

  constructor() {
    const unit = readFileSync('/etc/systemd/system/backcounter.service', 'utf8');
    const start = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? '';
    const [file = '', ...args] = withoutRepository([
      'sh',
      '-c',
      'mount -o bind,ro /opt /opt && exec "$@"',
      'sh',
      'setpriv',
      '--reuid=backcounter',
      '--regid=backcounter',
      '--clear-groups',
      '--no-new-privs',
      ...start.split(' '),
    ]);
    this.#child = spawn(file, args, {
      cwd: '/var/lib/backcounter',
      env: { PATH: programs, HOME: '/nonexistent', DRAIN_SECONDS: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (text) => (this.#output += text));
  }

  /** Milliseconds until /readyz answers 200. */
  async ready(): Promise<number> {
    const startedAt = performance.now();
    while (performance.now() - startedAt < READY_MS) {
      if (this.#child.exitCode !== null) break;
      const answer = await fetch('http://127.0.0.1:3000/readyz').catch(() => null);
      if (answer?.status === 200) return performance.now() - startedAt;
      await sleep(20);
    }
    throw new Error(`The server did not start:\n${this.#output}`);
  }

  /** As `journalctl | grep` shows it; the server answers a little before it writes it. */
  async lineWith(text: string): Promise<string> {
    for (let tries = 0; tries < 100 && !this.#output.includes(text); tries += 1) await sleep(100);
    return this.#output.split('\n').find((line) => line.includes(text)) ?? '';
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.kill('SIGTERM');
    await ended;
    if (STACK.test(this.#output)) throw new Error(`A stack trace:\n${this.#output}`);
  }
}

function startPostgres(): void {
  const [version = ''] = readdirSync('/usr/lib/postgresql');
  execFileSync('pg_createcluster', [version, 'walk', '--port', '5432', '--start', '--', '--auth-host=scram-sha-256'], {
    stdio: 'ignore',
    cwd: '/',
  });
}

function makeCertificate(): void {
  mkdirSync('/etc/ssl/backcounter');
  const args = [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=office.example',
    '-addext',
    'subjectAltName=DNS:office.example',
  ];
  execFileSync(
    'openssl',
    [...args, '-keyout', '/etc/ssl/backcounter/privkey.pem', '-out', '/etc/ssl/backcounter/fullchain.pem'],
    { stdio: 'ignore' },
  );
}

/** Blocks of the page's instructions, in order. */
function steps(): readonly { kind: string; text: string }[] {
  const page = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  return [...page.matchAll(/^```sh (install|start|link|proxy)\n(.*?)^```$/gms)].map(([, kind = '', text = '']) => ({
    kind,
    text,
  }));
}

/** The first administrator opens the link of the log, and lands in the console. */
async function createAdministrator(link: string): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  await page.goto(link);
  await page.locator('input[name=name]').fill('Your Name');
  await page.locator('input[type=email]').fill('you@office.example');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'Dashboard' }).waitFor({ timeout: 60_000 });
  await page.context().close();
}

/** A person signs in through the proxy and sees an own page of the console. */
async function signIn(): Promise<void> {
  const browser = await launchBrowser();
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(`${SITE}/admin/countries`);
  await page.locator('input[type=email]').fill('you@office.example');
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Countries' }).waitFor({ timeout: 60_000 });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  await page.context().close();
  say('signed in');
}

/** Everything below a folder, with sizes. */
const listed = (folder: string): string =>
  execFileSync('find', [folder, '-printf', '%P %s %T@\n'], { encoding: 'utf8', maxBuffer: 1e8 });

async function install(): Promise<Unit> {
  let unit: Unit | null = null;
  let link = '';
  for (const { kind, text } of steps()) {
    if (kind === 'proxy') execFileSync('nginx', { stdio: 'inherit' });
    else if (kind === 'start') {
      shell(text.replace(/^systemctl .*\n/m, ''));
      unit = new Unit();
      say(`ready after ${Math.round(await unit.ready())} ms`);
    } else if (kind === 'link') link = (await unit?.lineWith(/grep "(.*)"/.exec(text)?.[1] ?? '')) ?? '';
    else shell(text);
  }
  if (unit === null) throw new Error('docs/operations.md does not start the server.');
  await createAdministrator(/https:\S+/.exec(link)?.[0] ?? '');
  await signIn();
  await unit.stop();
  // The same data under the next archive, which is one without Node.
  cpSync(realpathSync('/opt/backcounter'), '/opt/backcounter-next', { recursive: true });
  mkdirSync('/opt/node');
  renameSync('/opt/backcounter-next/bin/node', '/opt/node/node');
  programs = `/opt/node:${programs}`;
  shell('ln -sfn backcounter-next /opt/backcounter');
  const before = listed('/opt/backcounter-next');
  unit = new Unit();
  say(`upgraded, ready after ${Math.round(await unit.ready())} ms`);
  await signIn();
  if (listed('/opt/backcounter-next') !== before) throw new Error('The server wrote into its own folder.');
  return unit;
}

/** Data of the first release, brought along as a backup, under the embedded PostgreSQL. */
async function upgradeOldBackup(): Promise<void> {
  const backups = join(ROOT, 'apps/server/src/embedded/postgres/testing/backups');
  writeFileSync('/srv/old.backup', zstdDecompressSync(readFileSync(join(backups, '0.1.0.backup.zst'))));
  const settings = 'DATA_DIR=/var/lib/backcounter/embedded\nPUBLIC_URL=http://localhost:3000\n';
  writeFileSync('/etc/backcounter/backcounter.env', settings);
  const as = 'runuser -u backcounter -- /opt/backcounter/bin/backcounter';
  shell(`${as} restore /srv/old.backup`);
  const unit = new Unit();
  await unit.ready();
  shell(`${as} verify ledger`);
  await unit.stop();
  say('data of the first release is served');
}

hideMachine();
for (const name of readdirSync(archives).filter((file) => file.includes('.tar.gz')))
  cpSync(join(archives, name), join('/srv', name));
startPostgres();
makeCertificate();
const unit = await install();
await unit.stop();
await upgradeOldBackup();
say('INSTALLED');
process.exit(0);
