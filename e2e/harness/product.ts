import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Longer: a start makes a database, all its tables and the demo. */
const START_TIMEOUT_MS = 240_000;

export interface ProductOptions {
  readonly dataDir?: string;
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** True where a process at this port of the loopback interface is ready. */
export async function isReadyAt(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  } catch {
    return false;
  }
}

/** A data folder that PostgreSQL's own user can access when the tests run as root. */
export function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backcounter-e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Starts the server of a tree as `npm start` does, without waiting for anything. */
export function spawnServer(
  env: Readonly<Record<string, string>>,
  root = ROOT,
): ChildProcess & { readonly text: () => string } {
  const { DATABASE_URL: _url, ...outer } = process.env;
  const child = spawn(process.execPath, ['--conditions=source', 'apps/server/src/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...outer, NODE_ENV: '', NODE_OPTIONS: '', VITEST: '', LOG_LEVEL: 'info', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  return Object.assign(child, { text: () => output });
}

/** Resolves with the exit code, or the name of the signal that ended the process. */
export function ended(child: ChildProcess, timeoutMs = 30_000): Promise<number | string> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  if (child.signalCode !== null) return Promise.resolve(child.signalCode);
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`process ${child.pid} did not end in ${timeoutMs} ms`)), timeoutMs);
    child.once('exit', (code, signal) => {
      clearTimeout(timer);
      resolve(code ?? signal ?? 'unknown');
    });
  });
}

function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}

/** The real product, started from its entry file on its own folder. */
export class Product {
  readonly dataDir: string;
  readonly port: number;
  readonly #env: Readonly<Record<string, string>>;
  #child: ReturnType<typeof spawnServer> | null = null;

  private constructor(dataDir: string, port: number, env: Readonly<Record<string, string>>) {
    this.dataDir = dataDir;
    this.port = port;
    this.#env = env;
  }

  static async start({ dataDir = makeDataDir(), port, env = {} }: ProductOptions = {}): Promise<Product> {
    const product = new Product(dataDir, port ?? (await freePort()), env);
    try {
      await product.startAgain();
    } catch (error) {
      await product.remove();
      throw error;
    }
    return product;
  }

  /** Another process with the same settings on the same database, as behind a load balancer. */
  static beside(first: Product): Promise<Product> {
    const [file = ''] = globSync('**/database.json', { cwd: first.dataDir });
    const database = JSON.parse(readFileSync(join(first.dataDir, file), 'utf8')) as Record<string, string>;
    const dataDir = makeDataDir();
    cpSync(join(first.dataDir, 'identity.key'), join(dataDir, 'identity.key'));
    const address = (role: string) =>
      `postgres://backcounter_${role}:${database[`${role}Password`]}@127.0.0.1:${database['port']}/backcounter`;
    const env = { ...first.#env, DATABASE_URL: address('app'), DATABASE_OWNER_URL: address('owner') };
    return Product.start({ dataDir, env });
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get output(): string {
    return this.#child?.text() ?? '';
  }

  async startAgain(): Promise<void> {
    const child = spawnServer({
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
      DEMO: 'true',
      SEED_ACCOUNTS: '400',
      ...this.#env,
    });
    this.#child = child;
    const deadline = Date.now() + START_TIMEOUT_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`The product ended while it started:\n${child.text()}`);
      if (Date.now() > deadline) throw new Error(`The product was not ready in time:\n${child.text()}`);
      await sleep(100);
    }
  }

  isReady(): Promise<boolean> {
    return isReadyAt(this.port);
  }

  /** Output of an operator's command (`npm run staff`, …) while the product runs. @throws Error when it fails */
  async command(name: string, ...args: readonly string[]): Promise<string> {
    const { DATABASE_URL: _url, ...outer } = process.env;
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--conditions=source', `apps/server/src/cli/${name}.ts`, ...args],
      { cwd: ROOT, env: { ...outer, NODE_OPTIONS: '', VITEST: '', DATA_DIR: this.dataDir, ...this.#env } },
    );
    return stdout;
  }

  /** Kills the server, as in a crash. */
  async kill(): Promise<void> {
    this.#child?.kill('SIGKILL');
    if (this.#child) await ended(this.#child);
  }

  /** Kills PostgreSQL's main process. The result waits until another one runs and the product is ready. */
  killDatabase(): { readonly replaced: () => Promise<void> } {
    const killed = this.#databasePid();
    process.kill(killed, 'SIGKILL');
    return {
      replaced: async () => {
        const deadline = Date.now() + START_TIMEOUT_MS;
        // Until the server notices the kill, the remains of the killed database keep it ready.
        while ([null, killed].includes(this.#findDatabasePid()) || !(await this.isReady())) {
          if (Date.now() > deadline) throw new Error(`The database was not replaced in time:\n${this.output}`);
          await sleep(100);
        }
      },
    };
  }

  /** Stops every process of PostgreSQL, like a hanging host; the result resumes them. */
  freezeDatabase(): () => void {
    const main = this.#databasePid();
    const pids = [main, ...childrenOf(main)];
    for (const pid of pids) process.kill(pid, 'SIGSTOP');
    return () => {
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    };
  }

  /** Shuts down cleanly; returns the exit code. */
  async stop(): Promise<number | string> {
    if (!this.#child) return 0;
    this.#child.kill('SIGTERM');
    return ended(this.#child);
  }

  /** Stops everything and removes the data folder. */
  async remove(): Promise<void> {
    if (this.#child && this.#child.exitCode === null && this.#child.signalCode === null) await this.stop();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  #databasePid(): number {
    const pid = this.#findDatabasePid();
    if (pid === null) throw new Error(`No PostgreSQL runs on ${this.dataDir}`);
    return pid;
  }

  #findDatabasePid(): number | null {
    const [file] = globSync('**/postmaster.pid', { cwd: this.dataDir });
    return file === undefined ? null : Number.parseInt(readFileSync(join(this.dataDir, file), 'utf8'), 10);
  }
}
