import type { SandboxRates } from './sandbox-rates.ts';
import { unitOf } from './sandbox-rates.ts';

/** A device's receipt, as the app's back end sends it to the machine API. */
export interface SandboxReceipt {
  readonly notificationId: string;
  readonly accountId: string;
  readonly kind: 'OPENED' | 'RECEIVED';
  readonly at: Date;
}

/** Accepts receipts like the machine API, at most 1,000 at once. */
export type ReceiptSink = (receipts: readonly SandboxReceipt[]) => Promise<void>;

const BATCH = 1_000;
const FLUSH_MS = 250;
/** Maximum pending receipts; further ones are dropped. */
const WAITING_MAX = 100_000;

/** Simulated devices that report messages as received and opened after a delay. */
export class SandboxReceipts {
  readonly #sink: ReceiptSink;
  #waiting: SandboxReceipt[] = [];
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> = Promise.resolve();

  constructor(sink: ReceiptSink) {
    this.#sink = sink;
  }

  /** Schedules the receipts for an accepted message. */
  plan(token: string, data: Readonly<Record<string, string>>, rates: SandboxRates): void {
    const { notificationId, accountId } = data;
    if (notificationId === undefined || accountId === undefined || this.#waiting.length >= WAITING_MAX) return;
    const unit = unitOf(`${notificationId} ${token}`);
    if (unit >= rates.received) return;
    const at = (part: number): Date => new Date(Date.now() + part * rates.receiptDelayMs);
    this.#waiting.push({ notificationId, accountId, kind: 'RECEIVED', at: at(unit / 2) });
    if (unit < rates.received * rates.opened) {
      this.#waiting.push({ notificationId, accountId, kind: 'OPENED', at: at(0.5 + unit / 2) });
    }
    this.#timer ??= setInterval(() => this.#flush(), FLUSH_MS).unref();
  }

  /** Stops; pending receipts are lost, like those of devices that are off. */
  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#waiting = [];
    await this.#flushing;
  }

  #flush(): void {
    const now = new Date();
    const due = this.#waiting.filter(({ at }) => at <= now);
    if (due.length === 0) return;
    this.#waiting = this.#waiting.filter(({ at }) => at > now);
    this.#flushing = this.#flushing.then(async () => {
      for (let from = 0; from < due.length; from += BATCH) await this.#sink(due.slice(from, from + BATCH));
    });
  }
}
