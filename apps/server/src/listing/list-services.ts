import { BoundedMap } from '../graphql/bounded-map.ts';
import type { KeptCount } from './list-count.ts';

function empty(): BoundedMap<string, KeptCount> {
  return new BoundedMap(1_000);
}

/** Recent counts, so that a list viewed by many people is not counted for each. */
export class CountMemory {
  #entries = empty();

  /** The last count of a scope, or undefined. */
  get(scope: string): KeptCount | undefined {
    return this.#entries.get(scope);
  }

  /** Caches a count. */
  set(scope: string, entry: KeptCount): void {
    this.#entries.set(scope, entry);
  }

  /** Clears all counts after a change, so that its author never gets an older count. */
  clear(): void {
    this.#entries = empty();
  }

  /** Removes a failed count. */
  delete(scope: string): void {
    this.#entries.delete(scope);
  }
}
