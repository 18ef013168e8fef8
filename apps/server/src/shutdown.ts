import { bestEffort } from './db/best-effort.ts';

interface Step {
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

const PATIENCE_MS = 15_000;

/** What has to end before the process may, in the reverse order of its beginning. */
export class Shutdown {
  readonly #steps: Step[] = [];
  #running: Promise<void> | undefined;

  get hasBegun(): boolean {
    return this.#running !== undefined;
  }

  /** Adds something that runs now; everything added later ends before it. */
  add(label: string, run: () => Promise<unknown>): void {
    this.#steps.push({ label, run });
  }

  /** Ends everything, once. A step that fails does not keep the others from ending. */
  run(): Promise<void> {
    this.#running ??= this.#runSteps();
    return this.#running;
  }

  async #runSteps(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      await bestEffort(`end of ${step.label}`, step.run);
    }
  }

  /** Ends in order at Ctrl-C, SIGTERM and when the launcher is gone; at once when asked a second time or when it takes too long. */
  listenToSignals(): void {
    const end = (): void => {
      if (this.hasBegun) process.exit(130);
      setTimeout(() => process.exit(1), PATIENCE_MS).unref();
      void this.run().then(() => process.exit(0));
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    process.on('SIGHUP', end);
    if (process.channel) {
      process.channel.unref();
      process.once('disconnect', end);
    }
  }
}
