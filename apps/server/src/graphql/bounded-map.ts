/** A map that forgets what was used longest ago. Keeps memory flat whatever clients send. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #maxEntries: number;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  /** The value, which thereby becomes the most recently used one. */
  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  /** Stores a value and forgets the least recently used one beyond the limit. */
  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#maxEntries) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest);
        break;
      }
    }
  }

  /** Forgets a value. */
  delete(key: K): void {
    this.#entries.delete(key);
  }

  /** Number of values kept now. */
  get size(): number {
    return this.#entries.size;
  }
}
