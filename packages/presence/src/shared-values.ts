import type { Unsubscribe, ValueListener } from './presence.port.ts';

/**
 * A value without listeners is kept this long, so that going from a list to a record and back requests nothing again.
 */
const LINGER_MS = 1000;

interface Watch<Value> {
  value: Value | undefined;
  readonly listeners: Set<() => void>;
  close: Unsubscribe;
  lingering: ReturnType<typeof setTimeout> | undefined;
}

/** Values by key, each with one subscription for all listeners. */
export class SharedValues<Value> {
  readonly #open: (key: string, listener: ValueListener<Value>) => Unsubscribe;
  readonly #watches = new Map<string, Watch<Value>>();

  constructor(open: (key: string, listener: ValueListener<Value>) => Unsubscribe) {
    this.#open = open;
  }

  /** The last value while the key has listeners; undefined until known. */
  get(key: string): Value | undefined {
    return this.#watches.get(key)?.value;
  }

  /** Calls the listener after each change of the key's value. */
  subscribe(key: string, listener: () => void): Unsubscribe {
    const watch = this.#watches.get(key) ?? this.#watch(key);
    clearTimeout(watch.lingering);
    // Subscriptions are separate, even with the same listener.
    const own = () => listener();
    watch.listeners.add(own);
    return () => {
      if (!watch.listeners.delete(own) || watch.listeners.size > 0) return;
      watch.lingering = setTimeout(() => this.#end(key, watch), LINGER_MS);
    };
  }

  /** Clears all values and calls the listeners; the subscriptions continue. */
  forget(): void {
    for (const watch of this.#watches.values()) {
      if (watch.value === undefined) continue;
      watch.value = undefined;
      for (const listener of [...watch.listeners]) listener();
    }
  }

  #watch(key: string): Watch<Value> {
    const watch: Watch<Value> = {
      value: undefined,
      listeners: new Set(),
      close: () => undefined,
      lingering: undefined,
    };
    this.#watches.set(key, watch);
    watch.close = this.#open(key, (value) => {
      if (Object.is(watch.value, value)) return;
      watch.value = value;
      for (const listener of [...watch.listeners]) listener();
    });
    return watch;
  }

  #end(key: string, watch: Watch<Value>): void {
    this.#watches.delete(key);
    watch.close();
  }
}
