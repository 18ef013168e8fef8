import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import type { TestDatabase } from '../db/testing/test-database.ts';
import { childEnvironment } from './child-environment.ts';
import { Gates } from './gates.ts';
import { insertAccounts, insertReferenceData } from './test-accounts.ts';
import { createTestApp } from './test-app.ts';

const PROGRAM = fileURLToPath(new URL('./worker-process.ts', import.meta.url));

/** Where to kill workers. */
export interface KillAt<Name extends string> {
  readonly gate: Name;
  /** Which arrival at the gate is held; 1 by default. */
  readonly nth?: number;
  /** Number of concurrent workers, all of which are killed; 1 by default. */
  readonly workers?: number;
  /**
   * True if the statement at the gate is lost with the worker; otherwise the database completes it, since it was fully
   * received.
   */
  readonly isCut?: boolean;
}

/** An application with reference data, accounts and workers to be killed at these steps, for one file of tests. */
export async function killApp<Step extends string>(steps: Readonly<Record<Step, string>>, accounts = 0) {
  const test = await createTestApp();
  const gates = await Gates.build(test.database, steps);
  const workers = await WorkerProcesses.prepare(test.database);
  await insertReferenceData(test.database.ownerPool);
  if (accounts > 0) await insertAccounts(test.database.ownerPool, accounts);
  afterAll(async () => {
    await workers.end();
    await gates.end();
    await test.close();
  });
  return { test, gates, workers };
}

/** Workers in separate processes, to be killed. */
export class WorkerProcesses {
  /** Folder of their job files. */
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
      { stdio: ['ignore', 'ignore', 'inherit'], env: childEnvironment },
    );
    this.#running.add(child);
    child.on('exit', () => this.#running.delete(child));
    return child;
  }

  /** Runs workers until one is held at the gate, runs `whileHeld` and kills them all. */
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

  /** Sends SIGKILL to all. */
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

  /** Waits until the database has noticed their end. */
  async #untilGone(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#database.ownerPool.query(
        `select from pg_stat_activity where datname = current_database() and application_name = 'worker-process'`,
      );
      if (rowCount === 0) return;
      await sleep(5);
    }
  }

  /** Same effect as 15 s of silence; resets attempts, since their limit is tested elsewhere. */
  async #giveUpDead(): Promise<void> {
    await this.#database.ownerPool.query(`update job_worker set heartbeat_at = heartbeat_at - interval '1 minute';
      update graphile_worker._private_jobs set attempts = 0, run_at = now(),
        locked_at = case when locked_at is not null then locked_at - interval '1 minute' end`);
  }
}
