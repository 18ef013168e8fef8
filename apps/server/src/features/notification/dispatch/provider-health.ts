import { pushPauseMs } from './push-pause.ts';

/** Batches in a row that go wrong before sending stops, each after a longer pause than the one before. */
const BAD_IN_A_ROW = 3;
/** Fewer messages than this say nothing about the push service. */
const MESSAGES_MIN = 100;

/**
 * Whether the push service is well, from what it says: trouble slows sending down and then stops it, so that an outage does not use up the
 * tries of a whole audience.
 */
export class ProviderHealth {
  #bad = 0;
  #messages = 0;
  #pausedUntilMs = 0;

  /** Takes note of a batch that was handed over at an instant. */
  note(total: number, unavailable: number, retryAfterMs: number | null, sentAtMs: number, nowMs: number): void {
    if (total === 0) return;
    if (unavailable * 2 <= total) {
      this.#bad = 0;
      this.#messages = 0;
      return;
    }
    this.#messages += unavailable;
    // Batches that were under way together are one trouble.
    if (sentAtMs < this.#pausedUntilMs) return;
    this.#bad += 1;
    this.#pausedUntilMs = nowMs + pushPauseMs(this.#bad, retryAfterMs, 0);
  }

  /** Milliseconds during which nothing should be sent. */
  pauseMs(nowMs: number): number {
    return this.#bad === 0 ? 0 : Math.max(0, this.#pausedUntilMs - nowMs);
  }

  /** True when it should be left to a person when sending goes on. */
  get isDown(): boolean {
    return this.#bad >= BAD_IN_A_ROW && this.#messages >= MESSAGES_MIN;
  }
}
