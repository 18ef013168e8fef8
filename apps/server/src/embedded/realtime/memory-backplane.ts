import type { RealtimeBackplane } from '../../ports/realtime.ts';

/** The backplane of a single process, which sends no messages. */
export class MemoryBackplane implements RealtimeBackplane {
  /** Expiry by name, in insertion order. */
  readonly #claimed = new Map<string, number>();
  readonly #ended = new Map<string, number>();
  readonly #listeners: ((sessionId: string) => void)[] = [];

  async claimOnce(id: string, ttlMs: number): Promise<boolean> {
    forgetOld(this.#claimed);
    if (this.#claimed.has(id)) return false;
    this.#claimed.set(id, Date.now() + ttlMs);
    return true;
  }

  async endSession(sessionId: string, ttlMs: number): Promise<void> {
    forgetOld(this.#ended);
    this.#ended.set(sessionId, Date.now() + ttlMs);
    for (const listener of this.#listeners) listener(sessionId);
  }

  async isSessionEnded(sessionId: string): Promise<boolean> {
    return this.#ended.has(sessionId);
  }

  onSessionEnded(listener: (sessionId: string) => void): void {
    this.#listeners.push(listener);
  }

  async relayKeys(): Promise<boolean> {
    return false;
  }

  onRelayedKeys(): void {
    // No other process could send keys.
  }
}

function forgetOld(entries: Map<string, number>): void {
  const nowMs = Date.now();
  for (const [id, untilMs] of entries) if (untilMs <= nowMs) entries.delete(id);
}
