import { bestEffort } from './db/best-effort.ts';

interface Step {
  readonly label: string;
  readonly run: () => Promise<unknown>;
  readonly begins: 'in-turn' | 'with-drain';
}

const PATIENCE_MS = 15_000;
/** Signals this close together are one request: a supervisor signals each process of a group, and the launcher passes its signal on. */
const ONE_REQUEST_MS = 500;

/** Ends the parts of the process in the reverse order of their start, after it has served on for a while. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #begun = new Map<Step, Promise<unknown>>();
  #running: Promise<void> | undefined;
  #askedAtMs: number | undefined;
  #drainMs = 0;

  /** Whether the process has been asked to end. It may still serve. */
  get hasBegun(): boolean {
    return this.#askedAtMs !== undefined || this.#running !== undefined;
  }

  /** Adds a part that runs now; everything added later ends before it. Its end begins with the drain where it says so, and is waited for in turn. */
  add(label: string, run: () => Promise<unknown>, begins: Step['begins'] = 'in-turn'): void {
    this.#steps.push({ label, run, begins });
  }

  /** The process serves from now on: when asked to end it goes on for `drainMs`, while load balancers turn to other processes. */
  isServing(drainMs: number): void {
    this.#drainMs = drainMs;
  }

  /** Ends everything, once. A step that fails does not keep the others from ending. */
  run(): Promise<void> {
    this.#running ??= this.#runSteps();
    return this.#running;
  }

  /** Ends in order at Ctrl-C, SIGTERM and when the launcher is gone; at once when asked a second time or when it takes too long. */
  listenToSignals(onDrain: (drainMs: number) => void): void {
    const end = (): void => {
      if (!this.hasBegun) void this.#end(onDrain).then(() => process.exit(0));
      else if (performance.now() - (this.#askedAtMs ?? 0) > ONE_REQUEST_MS) process.exit(130);
    };
    process.on('SIGINT', end);
    process.on('SIGTERM', end);
    process.on('SIGHUP', end);
    if (process.channel) {
      process.channel.unref();
      process.once('disconnect', () => {
        if (!this.hasBegun) end();
      });
    }
  }

  async #end(onDrain: (drainMs: number) => void): Promise<void> {
    this.#askedAtMs = performance.now();
    for (const step of this.#steps) if (step.begins === 'with-drain') void this.#endOf(step);
    if (this.#drainMs > 0) {
      onDrain(this.#drainMs);
      await new Promise((resolve) => setTimeout(resolve, this.#drainMs));
    }
    setTimeout(() => process.exit(1), PATIENCE_MS).unref();
    await this.run();
  }

  async #runSteps(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) await this.#endOf(step);
  }

  #endOf(step: Step): Promise<unknown> {
    const begun = this.#begun.get(step) ?? bestEffort(`end of ${step.label}`, step.run);
    this.#begun.set(step, begun);
    return begun;
  }
}
