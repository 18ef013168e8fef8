import type { PresenceChange } from './realtime.ts';

const GATHER_MS = 100;

/**
 * Listeners of a presence store. Changes are batched: each listener is called at most ten times a second, and
 * immediately after a quiet period.
 */
export class PresenceNotices {
  readonly #listeners = new Set<(change: PresenceChange) => void>();
  #gathered = new GatheredChange();
  #timer: NodeJS.Timeout | null = null;
  #notifiedAtMs = Number.NEGATIVE_INFINITY;

  /** Adds a listener; returns a function that removes it. */
  subscribe(listener: (change: PresenceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** False without listeners, when there is no need to collect changes. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** Adds the change of one account. `left` and `entered` are the stores it left and entered. */
  add(firebaseId: string, left: string | null, entered: string | null, isTotalChanged: boolean): void {
    if (!this.isHeard) return;
    const { firebaseIds, storeSids } = this.#gathered;
    firebaseIds.add(firebaseId);
    if (left !== null) storeSids.add(left);
    if (entered !== null) storeSids.add(entered);
    this.#gathered.isTotalChanged ||= isTotalChanged;
    this.#schedule();
  }

  /** Adds a batch collected by another process; it may say that anything has changed. */
  addAll(change: PresenceChange): void {
    if (!this.isHeard) return;
    for (const firebaseId of change.firebaseIds) this.#gathered.firebaseIds.add(firebaseId);
    for (const storeSid of change.storeSids) this.#gathered.storeSids.add(storeSid);
    this.#gathered.isTotalChanged ||= change.isTotalChanged;
    this.#gathered.isAnything ||= change.isAnything;
    this.#schedule();
  }

  /** Stops notifying and removes all listeners. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#listeners.clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#notify(), Math.max(0, this.#notifiedAtMs + GATHER_MS - performance.now()));
  }

  #notify(): void {
    const change = this.#gathered;
    this.#gathered = new GatheredChange();
    this.#timer = null;
    this.#notifiedAtMs = performance.now();
    for (const listener of this.#listeners) listener(change);
  }
}

class GatheredChange implements PresenceChange {
  isTotalChanged = false;
  isAnything = false;
  readonly storeSids = new Set<string>();
  readonly firebaseIds = new Set<string>();
}
