import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../../testing/free-port.ts';

const PROGRAM = ['valkey-server', 'redis-server'].find((name) => spawnSync(name, ['--version']).status === 0) ?? null;

/** False if neither Redis nor Valkey is installed; suites that need one are skipped. */
export const isRedisInstalled = PROGRAM !== null;

/** An in-memory Redis on a free loopback port. */
export class RedisServer {
  readonly port: number;
  readonly #folder: string;
  readonly #args: readonly string[];
  #child: ChildProcess | null = null;

  private constructor(port: number, folder: string, args: readonly string[]) {
    this.port = port;
    this.#folder = folder;
    this.#args = args;
  }

  static async start(args: readonly string[] = []): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), 'realtime-redis-')), args);
    await server.startAgain();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async startAgain(): Promise<void> {
    const address = ['--bind', '127.0.0.1', '--port', String(this.port)];
    this.#child = spawn(
      PROGRAM ?? 'redis-server',
      [...address, '--save', '', '--appendonly', 'no', '--dir', this.#folder, ...this.#args],
      { stdio: 'ignore' },
    );
    const probe = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    // Connections are refused until it listens; only the ping matters.
    probe.on('error', () => undefined);
    await probe.ping();
    probe.disconnect();
  }

  /** Kills the process, as a crash would. */
  async kill(): Promise<void> {
    if (this.#child === null || this.#child.exitCode !== null) return;
    const exit = once(this.#child, 'exit');
    this.#child.kill('SIGCONT');
    this.#child.kill('SIGKILL');
    await exit;
    this.#child = null;
  }

  /** Suspends the process, like a host that hangs; the returned function resumes it. */
  freeze(): () => void {
    this.#child?.kill('SIGSTOP');
    return () => this.#child?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
