import { bestEffort } from './best-effort.ts';

/** How pieces of work are done, alone and together. */
export interface GatheringOptions<Item, Result> {
  /** Under which it is reported that pieces could not be done together. */
  readonly label: string;
  /** Most pieces that are done together. */
  readonly maxItems: number;
  /** So many undertakings are begun without waiting for others. */
  readonly freely: number;
  /** Most undertakings at the same time. */
  readonly maxRunning: number;
  /** What is done already is waited for so long, in milliseconds, before the next is begun beside it. */
  readonly patienceMs: number;
  /** Pieces of the same name are not done together. */
  readonly nameOf: (item: Item) => string;
  readonly doOne: (item: Item) => Promise<Result>;
  /** Answers in the order of the pieces; must have no effect when it rejects. */
  readonly doMany: (items: readonly Item[]) => Promise<readonly Result[]>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result | Promise<Result>) => void;
}

/**
 * Does together what comes in while the pieces before it are being done, so that many small transactions share a round trip
 * and a commit when there are many, and none waits for company when there are few. What fails together is done again piece by
 * piece, so doing a piece twice must be the same as doing it once.
 */
export class Gathering<Item, Result> {
  readonly #options: GatheringOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];
  #running = 0;
  #patience: NodeJS.Timeout | undefined;

  constructor(options: GatheringOptions<Item, Result>) {
    this.#options = options;
  }

  /** What became of a piece of work. @throws what `doOne` throws for it */
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
