import { BoundedMap } from '../graphql/bounded-map.ts';
import type { KeptCount } from './list-count.ts';

function empty(): BoundedMap<string, KeptCount> {
  return new BoundedMap(1_000);
}

/** Counts of the last moments, so that a list that many people look at isn't counted for each of them. */
export class CountMemory {
  #entries = empty();

  /** The last count of a scope, or undefined. */
  get(scope: string): KeptCount | undefined {
    return this.#entries.get(scope);
  }

  /** Keeps a count. */
  set(scope: string, entry: KeptCount): void {
    this.#entries.set(scope, entry);
  }

  /** Forgets all, when somebody has changed something: who then looks again must not be told a count from before. */
  clear(): void {
    this.#entries = empty();
  }

  /** Forgets a count that failed. */
  delete(scope: string): void {
    this.#entries.delete(scope);
  }
}
