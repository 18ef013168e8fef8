import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from '../db/testing/test-database.ts';
import type { Gates } from './gates.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
/** Compiled code that the next process need not compile. */
const COMPILED = fileURLToPath(new URL('../../../../.cache/compile', import.meta.url));

/** Where in its work a worker is killed. */
export interface KillAt<Name extends string> {
  readonly gate: Name;
  /** Which of those who come to the gate is held; 1 by default. */
  readonly nth?: number;
  /** Workers at the same time, all of which are killed; 1 by default. */
  readonly workers?: number;
  /** The statement at the gate is lost with the worker; otherwise the database ends it, as it does one that it has received whole. */
  readonly isCut?: boolean;
}

/** Workers in processes of their own, to be killed. */
export class WorkerProcesses {
  /** Where the files of their jobs are. */
  readonly folder: string;
  readonly #database: TestDatabase;
  readonly #pushUrl: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(database: TestDatabase, folder: string, pushUrl: string) {
    this.#database = database;
    this.folder = folder;
    this.#pushUrl = pushUrl;
  }

  static async prepare(database: TestDatabase, pushUrl = ''): Promise<WorkerProcesses> {
    return new WorkerProcesses(database, await mkdtemp(join(tmpdir(), 'worker-files-')), pushUrl);
  }

  start(): ChildProcess {
    const child = spawn(
      process.execPath,
      ['--conditions=source', PROGRAM, this.#database.url, this.folder, this.#pushUrl],
      { stdio: ['ignore', 'ignore', 'inherit'], env: { NODE_COMPILE_CACHE: COMPILED } },
    );
    this.#running.add(child);
    child.on('exit', () => this.#running.delete(child));
    return child;
  }

  /** One life of workers: they work until one comes to the gate, `whileHeld` happens, and all of them are killed there. */
  async live<Name extends string>(
    gates: Gates<Name>,
    { gate, nth = 1, workers = 1, isCut = false }: KillAt<Name>,
    whileHeld: () => Promise<void> = async () => undefined,
  ): Promise<void> {
    await gates.close(gate, nth);
    for (let started = 0; started < workers; started += 1) this.start();
    await gates.reached(gate);
    await whileHeld();
    await this.kill();
    if (isCut) await gates.cut(gate);
    await gates.open(gate);
    await this.#untilGone();
    await this.#giveUpDead();
  }

  /** kill -9 of all of them. */
  async kill(): Promise<void> {
    await Promise.all(
      [...this.#running].map(async (child) => {
        const exit = once(child, 'exit');
        child.kill('SIGKILL');
        await exit;
      }),
    );
  }

  async end(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** Until the database has noticed that they are dead. */
  async #untilGone(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#database.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'worker-process'`,
      );
      if (rowCount === 0) return;
      await sleep(5);
    }
  }

  /** The effect of 15 s of silence; five tries at most is the matter of another test. */
  async #giveUpDead(): Promise<void> {
    await this.#database.ownerPool.query(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute';
      update graphile_worker._private_jobs set attempts = 0, run_at = now(),
        locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
  }
}
