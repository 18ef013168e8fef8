import type { PresenceChange } from './realtime.ts';

const GATHER_MS = 100;

/** The listeners of a presence store: changes are gathered, so that each is called at most ten times a second, and at once after a quiet time. */
export class PresenceNotices {
  readonly #listeners = new Set<(change: PresenceChange) => void>();
  #gathered = new GatheredChange();
  #timer: NodeJS.Timeout | null = null;
  #toldAtMs = Number.NEGATIVE_INFINITY;

  /** Adds a listener; the answer ends it. */
  subscribe(listener: (change: PresenceChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** False while nobody listens: changes need not be gathered then. */
  get isHeard(): boolean {
    return this.#listeners.size > 0;
  }

  /** An account came, went or moved; the stores are those that it left and entered. */
  add(firebaseId: string, left: string | null, entered: string | null, isTotalChanged: boolean): void {
    if (!this.isHeard) return;
    const { firebaseIds, storeSids } = this.#gathered;
    firebaseIds.add(firebaseId);
    if (left !== null) storeSids.add(left);
    if (entered !== null) storeSids.add(entered);
    this.#gathered.isTotalChanged ||= isTotalChanged;
    this.#schedule();
  }

  /** What another process has gathered, or that anything may have changed. */
  addAll(change: PresenceChange): void {
    if (!this.isHeard) return;
    for (const firebaseId of change.firebaseIds) this.#gathered.firebaseIds.add(firebaseId);
    for (const storeSid of change.storeSids) this.#gathered.storeSids.add(storeSid);
    this.#gathered.isTotalChanged ||= change.isTotalChanged;
    this.#gathered.isAnything ||= change.isAnything;
    this.#schedule();
  }

  /** Tells nobody any more. */
  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#listeners.clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.#tell(), Math.max(0, this.#toldAtMs + GATHER_MS - performance.now()));
  }

  #tell(): void {
    const change = this.#gathered;
    this.#gathered = new GatheredChange();
    this.#timer = null;
    this.#toldAtMs = performance.now();
    for (const listener of this.#listeners) listener(change);
  }
}

class GatheredChange implements PresenceChange {
  isTotalChanged = false;
  isAnything = false;
  readonly storeSids = new Set<string>();
  readonly firebaseIds = new Set<string>();
}
