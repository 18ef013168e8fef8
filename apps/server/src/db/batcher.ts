import { bestEffort } from './best-effort.ts';

/** How items are processed, alone and in batches. */
export interface BatcherOptions<Item, Result> {
  /** Label under which a failed batch is reported. */
  readonly label: string;
  /** Maximum items in a batch. */
  readonly maxItems: number;
  /** Number of batches that start without waiting for others. */
  readonly freely: number;
  /** Maximum concurrent batches. */
  readonly maxRunning: number;
  /** Milliseconds to wait for running batches before the next one starts beside them. */
  readonly patienceMs: number;
  /** Items with the same name are never in one batch. */
  readonly nameOf: (item: Item) => string;
  readonly doOne: (item: Item) => Promise<Result>;
  /** Results in the order of the items; must have no effect if it rejects. */
  readonly doMany: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
}

/**
 * Batches the items that arrive while earlier ones are being processed: many small transactions share a round trip and
 * a commit under load, and a single one doesn't wait. After a failed batch its items are processed one by one, so
 * processing an item twice must have the effect of once.
 */
export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
  }

  /**
   * Processes an item and returns its result.
   *
   * @throws the error of `doOne` for it
   */
  do(item: Item): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.push({ item, resolve });
      if (this.#running < this.#options.freely) this.#begin();
      else this.#waitForOthers();
    });
  }

  #waitForOthers(): void {
    const { maxRunning, patienceMs } = this.#options;
    if (this.#running >= maxRunning) return;
    this.#patience ??= setTimeout(() => this.#begin(), patienceMs);
  }

  #begin(): void {
    clearTimeout(this.#patience);
    this.#patience = undefined;
    const group = this.#takeGroup();
    if (group.length === 0) return;
    this.#running += 1;
    void this.#run(group).finally(() => {
      this.#running -= 1;
      this.#begin();
    });
    if (this.#waiting.length > 0) this.#waitForOthers();
  }

  #takeGroup(): Waiting<Item, Result>[] {
    const { maxItems, nameOf } = this.#options;
    const group: Waiting<Item, Result>[] = [];
    const left: Waiting<Item, Result>[] = [];
    const names = new Set<string>();
    for (const waiting of this.#waiting) {
      const name = nameOf(waiting.item);
      if (group.length < maxItems && !names.has(name)) group.push(waiting);
      else left.push(waiting);
      names.add(name);
    }
    this.#waiting = left;
    return group;
  }

  async #run(group: readonly Waiting<Item, Result>[]): Promise<void> {
    const { label, doOne, doMany } = this.#options;
    if (group.length > 1) {
      const results = await bestEffort(label, () => doMany(group.map(({ item }) => item)));
      if (results !== undefined) {
        for (const [index, { resolve }] of group.entries()) resolve(results[index] as Result);
        return;
      }
    }
    const done = group.map(({ item, resolve }) => {
      const piece = doOne(item);
      resolve(piece);
      return piece;
    });
    await Promise.allSettled(done);
  }
}
