import { inTransaction } from '../../../db/transaction.ts';
import type { JobRun } from '../../../jobs/job-definition.ts';
import { pause } from '../../../live/pause.ts';
import { PUSH_BATCH_MAX } from '../../../ports/push.ts';
import {
  type Claim,
  claimDeliveries,
  type DuePlace,
  FIRST_PLACE,
  nextDue,
  publishProgress,
  settleDeliveries,
  takeTokens,
} from './dispatch-statements.ts';
import { handOver } from './hand-over.ts';
import type { NotificationContent } from './notification-message.ts';
import { takeStep } from './product-step.ts';
import { ProviderHealth } from './provider-health.ts';
import { readPlaceholderValues } from './read-placeholder-values.ts';

/** Concurrent batches at the push service: while one waits for its answer, the database prepares the next. */
const IN_FLIGHT = 4;
const REPORT_EVERY_MS = 500;
/** A job that would wait longer for its next delivery releases the worker. */
const PATIENCE_MS = 3_000;
/** Longest sleep without checking whether the notification was stopped. */
const LOOK_EVERY_MS = 1_000;

/** Why sending ended: all done, stopped by a person or the product, or nothing due before an instant. */
export type DispatchEnd =
  | { readonly why: 'done' | 'refused' | 'stopped' }
  | { readonly why: 'later'; readonly until: Date };

/** DispatchLoop is one worker's turn at sending one notification. */
export class DispatchLoop {
  readonly #run: JobRun;
  readonly #content: NotificationContent;
  readonly #health = new ProviderHealth();
  readonly #inFlight = new Set<Promise<void>>();
  #place: DuePlace = FIRST_PLACE;
  #unused = 0;
  #isRefused = false;
  #failure: unknown = null;
  #reportedAtMs = Number.NEGATIVE_INFINITY;

  constructor(run: JobRun, content: NotificationContent) {
    this.#run = run;
    this.#content = content;
  }

  /** Sends due deliveries until none is left for now. Batches in flight are settled before it returns or throws. */
  async run(): Promise<DispatchEnd> {
    try {
      return await this.#send();
    } finally {
      await Promise.all(this.#inFlight);
      await this.#report(true);
    }
  }

  async #send(): Promise<DispatchEnd> {
    const { db, signal } = this.#run;
    const { id } = this.#content;
    for (;;) {
      signal.throwIfAborted();
      if (this.#failure !== null) throw this.#failure;
      if (this.#isRefused) return { why: 'refused' };
      await this.#report(false);
      if (this.#health.isDown) {
        await inTransaction(db, (trx) => takeStep(trx, id, 'PAUSED', 'provider-unavailable'));
        return { why: 'stopped' };
      }
      const pauseMs = this.#health.pauseMs(this.#nowMs());
      if (pauseMs > 0) {
        if (!(await this.#isSending())) return { why: 'stopped' };
        await this.#wait(pauseMs);
        continue;
      }
      if (this.#inFlight.size >= IN_FLIGHT) {
        await Promise.race(this.#inFlight);
        continue;
      }
      const { granted, waitMs } = await takeTokens(db, id, PUSH_BATCH_MAX, this.#unused);
      this.#unused = granted;
      if (granted === 0) {
        if (!(await this.#isSending())) return { why: 'stopped' };
        await this.#wait(waitMs);
        continue;
      }
      const claim = await claimDeliveries(db, id, granted, this.#place);
      if (claim === null) return { why: 'stopped' };
      this.#place = claim.last ?? this.#place;
      this.#unused = granted - claim.targets.length;
      if (claim.targets.length > 0) this.#start(claim);
      if (claim.seen > 0) continue;
      if (this.#inFlight.size > 0) {
        await Promise.race(this.#inFlight);
        continue;
      }
      const due = await nextDue(db, id);
      if (due === null) return { why: 'done' };
      // Deliveries returned to the queue may precede the last place.
      this.#place = FIRST_PLACE;
      const waitsMs = due.getTime() - this.#nowMs();
      if (waitsMs > PATIENCE_MS) return { why: 'later', until: due };
      if (waitsMs > 0) await this.#wait(waitsMs);
    }
  }

  #start(claim: Claim): void {
    const batch = this.#deliver(claim)
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#inFlight.delete(batch));
    this.#inFlight.add(batch);
  }

  async #deliver({ claimedAt, targets }: Claim): Promise<void> {
    const sentAtMs = this.#nowMs();
    const accounts = targets.map(([account]) => account);
    const values = await readPlaceholderValues(this.#run.db, this.#content, accounts);
    const { settled, dead, unavailable, retryAfterMs } = await handOver(
      this.#run.push,
      this.#content,
      targets,
      values,
      () => this.#nowMs(),
    );
    this.#health.note(targets.length, unavailable, retryAfterMs, sentAtMs, this.#nowMs());
    if (await settleDeliveries(this.#run.db, this.#content.id, claimedAt, settled, dead)) this.#isRefused = true;
  }

  #nowMs(): number {
    return this.#run.clock.now().getTime();
  }

  async #isSending(): Promise<boolean> {
    const { state } = await publishProgress(this.#run.db, this.#content.id);
    return state === 'SENDING';
  }

  async #report(isLast: boolean): Promise<void> {
    const nowMs = performance.now();
    if (!isLast && nowMs - this.#reportedAtMs < REPORT_EVERY_MS) return;
    this.#reportedAtMs = nowMs;
    const { sent, failed, skipped, canceled } = await publishProgress(this.#run.db, this.#content.id);
    if (isLast && this.#run.signal.aborted) return;
    await this.#run.progress(sent + failed + skipped + canceled, outcomesOf({ sent, failed, skipped, canceled }));
  }

  async #wait(milliseconds: number): Promise<void> {
    const { signal } = this.#run;
    await pause(Math.min(Math.max(milliseconds, 1), LOOK_EVERY_MS), signal);
    signal.throwIfAborted();
  }
}

/** Converts the figures of a notification to outcomes of its job. */
export function outcomesOf(counts: {
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly canceled: number;
}): Readonly<Record<string, number>> {
  const entries: [string, number][] = [
    ['DONE', counts.sent],
    ['SKIPPED', counts.skipped + counts.canceled],
    ['FAILED', counts.failed],
  ];
  return Object.fromEntries(entries.filter(([, count]) => count > 0));
}
