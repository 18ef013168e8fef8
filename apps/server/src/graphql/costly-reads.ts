import { AppError } from '@backcounter/domain';
import type { Caller } from '../ports/identity.ts';
import type { SqlRunner } from './sql-runner.ts';

/** Costly statements at once, of a person and of a process: half of its pool, so that other reads have room. */
export const COSTLY_MAX = { person: 2, process: 5 } as const;
/** Statements of a person that may wait; the console sends fewer at once. */
export const WAITING_MAX = 20;

interface Waiting {
  readonly sub: string;
  start(): void;
}

/**
 * Limits counts, previews and other statements marked as costly: without a limit one person's could take every
 * connection. The others wait, and each person's wait only for their own and for a place in the process.
 */
export class CostlyReads {
  readonly #running = new Map<string, number>();
  #total = 0;
  #waiting: Waiting[] = [];

  /** The same runner, for one caller; machine clients have limits of their own. */
  of({ kind, sub }: Pick<Caller, 'kind' | 'sub'>, runner: SqlRunner): SqlRunner {
    if (kind === 'machine') return runner;
    return {
      rows: async <Row>(...asked: Parameters<SqlRunner['rows']>): Promise<Row[]> => {
        const [, , { isCostly, signal }] = asked;
        if (isCostly !== true) return runner.rows<Row>(...asked);
        await this.#enter(sub, signal);
        try {
          return await runner.rows<Row>(...asked);
        } finally {
          this.#leave(sub);
        }
      },
    };
  }

  async #enter(sub: string, signal: AbortSignal): Promise<void> {
    if (this.#hasRoom(sub)) return this.#count(sub, 1);
    if (this.#waiting.filter((other) => other.sub === sub).length >= WAITING_MAX)
      throw new AppError('rate.limited', {
        message: 'Too many counts at once. Wait a moment.',
        details: { retryAfterSeconds: 1 },
      });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { sub, start: resolve };
    const end = (): void => {
      this.#waiting = this.#waiting.filter((other) => other !== waiting);
      reject(signal.reason);
    };
    this.#waiting.push(waiting);
    signal.addEventListener('abort', end, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', end));
  }

  /** Passes the place to the first who may have it. */
  #leave(sub: string): void {
    this.#count(sub, -1);
    const next = this.#waiting.findIndex((waiting) => this.#hasRoom(waiting.sub));
    const [waiting] = next < 0 ? [] : this.#waiting.splice(next, 1);
    if (waiting === undefined) return;
    this.#count(waiting.sub, 1);
    waiting.start();
  }

  #hasRoom(sub: string): boolean {
    return this.#total < COSTLY_MAX.process && (this.#running.get(sub) ?? 0) < COSTLY_MAX.person;
  }

  #count(sub: string, by: 1 | -1): void {
    const running = (this.#running.get(sub) ?? 0) + by;
    if (running === 0) this.#running.delete(sub);
    else this.#running.set(sub, running);
    this.#total += by;
  }
}
