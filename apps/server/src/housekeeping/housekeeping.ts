import { type Kysely, sql } from 'kysely';
import { bestEffort } from '../db/best-effort.ts';
import type { Database } from '../db/client.ts';
import { type DatabaseTransaction, inTransaction } from '../db/transaction.ts';

/** Work that comes round by itself, in batches: each batch is a transaction of its own. */
export interface Chore {
  /** `noun.verb`; the same in all copies of the server, which take turns by it. */
  readonly name: string;
  /** Does one batch; true when more may be left. */
  runBatch(trx: DatabaseTransaction): Promise<boolean>;
}

const PERIOD_MS = 60_000;
/** A backlog larger than this goes on in the next round, so that one chore cannot hold up the others for long. */
const BATCHES_MAX = 100;

/** Runs the chores every minute, or as often as it is told; of several copies of the server one at a time works on a chore. */
export class Housekeeping {
  readonly #db: Kysely<Database>;
  readonly #chores: readonly Chore[];
  readonly #periodMs: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #isStopped = false;

  constructor(db: Kysely<Database>, chores: readonly Chore[], periodMs: number = PERIOD_MS) {
    this.#db = db;
    this.#chores = chores;
    this.#periodMs = periodMs;
  }

  /** Begins now and comes round by itself; does not keep the process alive. */
  start(): void {
    void this.runOnce();
    this.#timer = setInterval(() => void this.runOnce(), this.#periodMs);
    this.#timer.unref();
  }

  /** Ends after the batch that is being worked on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  /** One round of all chores; joins the round that is under way. */
  runOnce(): Promise<void> {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runAll(): Promise<void> {
    for (const chore of this.#chores) await bestEffort(chore.name, () => this.#run(chore));
  }

  async #run(chore: Chore): Promise<void> {
    for (let batch = 0; batch < BATCHES_MAX && !this.#isStopped; batch += 1) {
      const hasMore = await inTransaction(this.#db, async (trx) => {
        const { rows } = await sql<{ isOurs: boolean }>`
          select pg_try_advisory_xact_lock(hashtextextended(${`backcounter.housekeeping.${chore.name}`}, 0)) as "isOurs"
        `.execute(trx);
        return rows[0]?.isOurs === true && (await chore.runBatch(trx));
      });
      if (!hasMore) return;
    }
  }
}
