import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';

/** Periodic work in batches, each in its own transaction. */
export interface MaintenanceTask {
  /** `noun.verb`. The lock between server processes is derived from it. */
  readonly name: string;
  /** Runs one batch; returns true if more may be left. */
  runBatch(trx: DatabaseTransaction): Promise<boolean>;
}

const PERIOD_MS = 60_000;
/** Maximum batches per round; a larger backlog continues in the next round, so one task cannot delay the others. */
const BATCHES_MAX = 100;

/** Runs the tasks every minute, or every `periodMs`. A task runs in one server process at a time. */
export class Housekeeping {
  readonly #db: Kysely<Database>;
  readonly #tasks: readonly MaintenanceTask[];
  readonly #periodMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(db: Kysely<Database>, tasks: readonly MaintenanceTask[], periodMs: number = PERIOD_MS) {
    this.#db = db;
    this.#tasks = tasks;
    this.#periodMs = periodMs;
  }

  /** Runs the tasks now and then periodically. Does not keep the process alive. */
  start(): void {
    void this.runOnce();
    this.#timer = setInterval(() => void this.runOnce(), this.#periodMs);
    this.#timer.unref();
  }

  /** Stops after the current batch. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** Runs all tasks once, or joins the current round. */
  runOnce(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const task of this.#tasks) await bestEffort(task.name, () => this.#run(task));
  }

  async #run(task: MaintenanceTask): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !this.#isStopped; batch += 1) {
      const hasMore = await inTransaction(this.#db, async (trx) => {
        const { rows } = await sql<{ isOurs: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`backcounter.housekeeping.${task.name}`}, 0)) as "isOurs"
        `.execute(trx);
        return rows[0]?.isOurs === true && (await task.runBatch(trx));
      });
      if (!hasMore) return;
    }
  }
}
