import { PresenceError } from './presence.error.ts';
import type { Presence, Unsubscribe } from './presence.port.ts';

/** Leaves room for other requests: browsers open six connections to a host. */
const AT_ONCE = 3;
/** A new URL is requested this long before the old one expires, but never more often than once in this time. */
const RENEWAL_MARGIN_MS = 60_000;
/** Retry interval for a missing picture; other failures are retried sooner. */
const MISSING_MS = 5 * 60_000;
const FAILED_MS = 30_000;
const LOG_LABEL = 'Profile picture:';

interface Memory {
  url: string | null;
  /** Next request, in milliseconds since 1970; infinite while a request is running. */
  askAgainAt: number;
  /** Counts renewals: an answer to an earlier request is outdated. */
  turn: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  readonly listeners: Set<() => void>;
}

/**
 * URLs of pictures, each requested once for all components that show it. A failure is only logged, and cached for a
 * while.
 */
export class PictureMemory {
  readonly #presence: Pick<Presence, 'pictureUrl'>;
  readonly #memories = new Map<string, Memory>();
  readonly #queue = new Set<string>();
  #running = 0;
  #isOpen = false;

  constructor(presence: Pick<Presence, 'pictureUrl'>) {
    this.#presence = presence;
  }

  /** The URL; null until it is known, and without a picture. */
  get(firebaseId: string): string | null {
    return this.#memories.get(firebaseId)?.url ?? null;
  }

  /** Calls the listener when the URL changes. While there are listeners, the URL is renewed before it expires. */
  subscribe(firebaseId: string, listener: () => void): Unsubscribe {
    const memory = this.#memories.get(firebaseId) ?? {
      url: null,
      askAgainAt: 0,
      turn: 0,
      timer: undefined,
      listeners: new Set(),
    };
    this.#memories.set(firebaseId, memory);
    const own = () => listener();
    memory.listeners.add(own);
    this.#plan(firebaseId, memory);
    return () => {
      if (memory.listeners.delete(own) && memory.listeners.size === 0) clearTimeout(memory.timer);
    };
  }

  /** Requests one URL again, since the picture was changed or removed. */
  renew(firebaseId: string): void {
    const memory = this.#memories.get(firebaseId);
    if (memory) this.#askAnew(firebaseId, memory);
  }

  /** Requests only while a user is signed in: before that, every answer would be a refusal. */
  setOpen(isOpen: boolean): void {
    this.#isOpen = isOpen;
    this.#work();
  }

  /** Clears all URLs after a change of user, and requests those with listeners again. */
  forget(): void {
    for (const [firebaseId, memory] of [...this.#memories]) {
      if (memory.listeners.size === 0) this.#memories.delete(firebaseId);
      this.#tell(memory, null);
      this.#askAnew(firebaseId, memory);
    }
  }

  #askAnew(firebaseId: string, memory: Memory): void {
    memory.turn += 1;
    memory.askAgainAt = 0;
    this.#plan(firebaseId, memory);
  }

  #plan(firebaseId: string, memory: Memory): void {
    clearTimeout(memory.timer);
    if (memory.listeners.size === 0 || memory.askAgainAt === Number.POSITIVE_INFINITY) return;
    const wait = memory.askAgainAt - Date.now();
    if (wait > 0) {
      memory.timer = setTimeout(() => this.#plan(firebaseId, memory), wait);
      return;
    }
    this.#queue.add(firebaseId);
    this.#work();
  }

  #work(): void {
    for (const firebaseId of this.#queue) {
      if (!this.#isOpen || this.#running >= AT_ONCE) return;
      this.#queue.delete(firebaseId);
      const memory = this.#memories.get(firebaseId);
      // Scrolled out of sight before its turn.
      if (!memory || memory.listeners.size === 0) continue;
      this.#running += 1;
      void this.#ask(firebaseId, memory).finally(() => {
        this.#running -= 1;
        this.#work();
      });
    }
  }

  async #ask(firebaseId: string, memory: Memory): Promise<void> {
    const { turn } = memory;
    memory.askAgainAt = Number.POSITIVE_INFINITY;
    let url: string | null = null;
    let askAgainAt: number;
    try {
      const picture = await this.#presence.pictureUrl(firebaseId);
      url = picture.url;
      const end = picture.expiresAt ?? Number.POSITIVE_INFINITY;
      // A clock that is ahead must not make every URL look expired.
      askAgainAt = Math.max(end - RENEWAL_MARGIN_MS, Date.now() + RENEWAL_MARGIN_MS);
    } catch (cause) {
      console.warn(LOG_LABEL, cause);
      const isMissing = cause instanceof PresenceError && cause.code === 'storage/object-not-found';
      askAgainAt = Date.now() + (isMissing ? MISSING_MS : FAILED_MS);
    }
    if (turn !== memory.turn) return;
    memory.askAgainAt = askAgainAt;
    this.#tell(memory, url);
    this.#plan(firebaseId, memory);
  }

  #tell(memory: Memory, url: string | null): void {
    if (memory.url === url) return;
    memory.url = url;
    for (const listener of [...memory.listeners]) listener();
  }
}
