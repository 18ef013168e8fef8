import { pushPauseMs } from './push-pause.ts';

/** Consecutive bad batches until sending stops; each is followed by a longer pause. */
const BAD_IN_A_ROW = 3;
/** Smaller batches are ignored. */
const MESSAGES_MIN = 100;

/**
 * ProviderHealth tracks failures of the push service. They slow sending down and then stop it, so that an outage does not
 * use up the attempts of a whole audience.
 */
export class ProviderHealth {
  #bad = 0;
  #messages = 0;
  #pausedUntilMs = 0;

  /** Records the result of a batch sent at an instant. */
  note(total: number, unavailable: number, retryAfterMs: number | null, sentAtMs: number, nowMs: number): void {
    if (total === 0) return;
    if (unavailable * 2 <= total) {
      this.#bad = 0;
      this.#messages = 0;
      return;
    }
    this.#messages += unavailable;
    // Batches in flight together count once.
    if (sentAtMs < this.#pausedUntilMs) return;
    this.#bad += 1;
    this.#pausedUntilMs = nowMs + pushPauseMs(this.#bad, retryAfterMs, 0);
  }

  /** Milliseconds to wait before sending again. */
  pauseMs(nowMs: number): number {
    return this.#bad === 0 ? 0 : Math.max(0, this.#pausedUntilMs - nowMs);
  }

  /** True if only a person should resume sending. */
  get isDown(): boolean {
    return this.#bad >= BAD_IN_A_ROW && this.#messages >= MESSAGES_MIN;
  }
}
