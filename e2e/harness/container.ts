import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ended, isReadyAt } from './product.ts';

/** Longer: creates and migrates a database, on a copy of the image that no one has read before. */
const START_TIMEOUT_MS = 120_000;
const run = promisify(execFile);
/** Programs that make an image; Debian packages. */
export const IMAGE_TOOLS = ['buildah', 'mmdebstrap', 'unshare', 'openssl', 'psql'];

/** Configuration of containers in an image. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[];
  readonly Volumes: Readonly<Record<string, object>>;
  readonly ExposedPorts: Readonly<Record<string, object>>;
  readonly StopSignal: string;
  readonly Labels: Readonly<Record<string, string>>;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

/** Images and containers of Buildah in a folder of their own, without a container engine: processes run by chroot. */
export class Buildah {
  readonly folder = mkdtempSync(join(tmpdir(), 'backcounter-image-'));
  readonly arguments: readonly string[];

  constructor() {
    const store = ['--root', join(this.folder, 'store'), '--runroot', join(this.folder, 'run')];
    this.arguments = [...store, '--storage-driver', 'vfs'];
    // The other users' way to what is mounted from here.
    chmodSync(this.folder, 0o755);
  }

  async call(...args: string[]): Promise<string> {
    const { stdout } = await run('buildah', [...this.arguments, ...args], { maxBuffer: 1e8 });
    return stdout.trim();
  }

  /** A fresh Debian from the package sources of this machine. */
  async importDebian(name: string): Promise<void> {
    const context = join(this.folder, 'base');
    mkdirSync(context);
    const release = /^VERSION_CODENAME=(.*)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '';
    await run('mmdebstrap', ['--quiet', '--variant=minbase', release, join(context, 'base.tar'), ...sources(release)]);
    writeFileSync(join(context, 'Dockerfile'), 'FROM scratch\nADD base.tar /\n');
    await this.call('build', '--isolation=chroot', '--tag', name, context);
    rmSync(context, { recursive: true });
  }

  /** A folder with `docker`, whose `docker build` is Buildah's on the given base. */
  docker(base: string): string {
    const folder = join(this.folder, 'bin');
    mkdirSync(folder);
    const build = ['build', '--isolation=chroot', '--format=docker', `--build-arg=BASE=${base}`].join(' ');
    writeFileSync(
      join(folder, 'docker'),
      `#!/bin/sh -eu\n[ "$1" = build ]; shift\nexec buildah ${this.arguments.join(' ')} ${build} "$@"\n`,
      { mode: 0o755 },
    );
    return folder;
  }

  async config(image: string): Promise<ImageConfig> {
    const { Docker } = JSON.parse(await this.call('inspect', '--type', 'image', image)) as {
      Docker: { config: ImageConfig };
    };
    return Docker.config;
  }

  async remove(): Promise<void> {
    await this.call('rm', '--all').catch(() => '');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Files of apt with the sources of a Debian release. */
function sources(release: string): string[] {
  return ['/etc/apt/sources.list', ...readdirSync('/etc/apt/sources.list.d').map((n) => `/etc/apt/sources.list.d/${n}`)]
    .filter((file) => /\.(list|sources)$/.test(file) && spawnSync('test', ['-s', file]).status === 0)
    .filter((file) => {
      const text = readFileSync(file, 'utf8').replace(/^\s*#.*$/gm, '');
      return (
        new RegExp(`\\b${release}\\b`).test(text) && /\bmain\b/.test(text) && /debian(-security)?\/?(\s|$)/m.test(text)
      );
    });
}

/** Files of the machine, by their paths in the container. */
export type Mounts = Readonly<Record<string, string>>;

/** A container whose root is read-only but for its volume. */
export class Container {
  readonly data: string;
  readonly root: string;
  readonly #buildah: Buildah;
  readonly #name: string;
  readonly #options: readonly string[];
  readonly #config: ImageConfig;
  readonly #port: number;
  #child: ChildProcess | null = null;
  output = '';

  private constructor(
    buildah: Buildah,
    name: string,
    root: string,
    config: ImageConfig,
    port: number,
    mounts: Mounts,
    env: Readonly<Record<string, string>>,
  ) {
    this.#buildah = buildah;
    this.#name = name;
    this.root = root;
    this.#config = config;
    this.#port = port;
    this.data = mkdtempSync(join(buildah.folder, 'data-'));
    const [uid = 0, gid = 0] = config.User.split(':').map(Number);
    chownSync(this.data, uid, gid);
    const [volume = ''] = Object.keys(config.Volumes);
    const settings = { ...env, HOST: '127.0.0.1', PORT: String(port) };
    this.#options = [
      ...Object.entries({ ...mounts, [volume]: this.data }).map(
        ([inside, outside]) => `--volume=${outside}:${inside}${inside === volume ? '' : ':ro'}`,
      ),
      ...Object.entries(settings).map(([key, value]) => `--env=${key}=${value}`),
    ];
  }

  static async create(
    buildah: Buildah,
    image: string,
    port: number,
    mounts: Mounts,
    env: Readonly<Record<string, string>>,
  ): Promise<Container> {
    const name = await buildah.call('from', '--pull-never', image);
    const config = await buildah.config(image);
    // A folder of Buildah's own for a declared volume hides the one given here in about every second run.
    for (const volume of Object.keys(config.Volumes)) await buildah.call('config', '--volume', `${volume}-`, name);
    const container = new Container(buildah, name, await buildah.call('mount', name), config, port, mounts, env);
    // Makes the places of the mounts, as an engine does before the root is read-only.
    await container.#call('true');
    return container;
  }

  /** Starts what the image starts, and waits until it is ready. */
  async start(): Promise<void> {
    const { Entrypoint, Cmd } = this.#config;
    this.#child = spawn('unshare', this.#readOnly([...Entrypoint, ...Cmd]), { stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (text) => (this.output += text));
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await isReadyAt(this.#port))) {
      if (this.#child.exitCode !== null || Date.now() > deadline) throw new Error(`Not started:\n${this.output}`);
      await sleep(100);
    }
  }

  /** `docker exec`: a command beside the server. */
  async exec(...command: string[]): Promise<string> {
    const { stdout } = await run('unshare', this.#readOnly(command));
    return stdout;
  }

  /** Whether the image's check finds the server healthy. */
  async isHealthy(): Promise<boolean> {
    return this.exec(...this.#config.Healthcheck.Test.slice(1)).then(
      () => true,
      () => false,
    );
  }

  /** The server's process, its only one with the image's entry point as its parent. */
  get pid(): number {
    const isServer = (pid: string) => {
      try {
        return (
          readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PORT=${this.#port}\0`) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('/dist/main.js')
        );
      } catch {
        return false;
      }
    };
    const [pid, ...others] = readdirSync('/proc').filter((each) => /^\d+$/.test(each) && isServer(each));
    if (pid === undefined || others.length > 0) throw new Error(`No server, or several: ${pid} ${others.join(' ')}`);
    return Number(pid);
  }

  /** Sends the image's stop signal, and returns the exit code. */
  async stop(): Promise<number | string | null> {
    if (this.#child === null || this.#child.exitCode !== null) return null;
    process.kill(this.pid, this.#config.StopSignal as NodeJS.Signals);
    return ended(this.#child);
  }

  /** Paths in the container's root that are newer than a file. */
  newerThan(file: string): readonly string[] {
    const found = execFileSync('find', [this.root, '-newer', file, '-printf', '%P\n'], { encoding: 'utf8' });
    return found.split('\n').filter((path) => path !== '');
  }

  #readOnly(command: readonly string[]): string[] {
    // Only root writes to /run: Buildah, when it starts.
    const script =
      'mount --bind "$0" "$0" && mount -t tmpfs tmpfs "$0/run" && mount -o remount,bind,ro "$0" && exec "$@"';
    return ['--mount', 'sh', '-c', script, this.root, 'buildah', ...this.#buildah.arguments, ...this.#run(command)];
  }

  #run(command: readonly string[]): string[] {
    return ['run', '--isolation=chroot', ...this.#options, this.#name, '--', ...command];
  }

  #call(...command: string[]): Promise<string> {
    return this.#buildah.call(...this.#run(command));
  }
}
