import { bestEffort } from './db/best-effort.ts';

interface Step {
  readonly label: string;
  readonly run: () => Promise<unknown>;
  readonly begins: 'in-turn' | 'with-drain';
}

const PATIENCE_MS = 15_000;
/**
 * Signals within this time count as one: a supervisor signals each process of a group, and the launcher forwards its
 * signal.
 */
const ONE_REQUEST_MS = 500;

/** Drains, then ends the parts of the process in reverse order of their start. */
export class Shutdown {
  readonly #steps: Step[] = [];
  readonly #begun = new Map<Step, Promise<unknown>>();
  #running: Promise<void> | undefined;
  #askedAtMs: number | undefined;
  #drainMs = 0;

  /** True once the process was asked to end. It may still serve. */
  get hasBegun(): boolean {
    return this.#askedAtMs !== undefined || this.#running !== undefined;
  }

  /**
   * Adds a running part; parts added later end before it. With `begins` its end starts with the drain, and is awaited
   * in turn.
   */
  add(label: string, run: () => Promise<unknown>, begins: Step['begins'] = 'in-turn'): void {
    this.#steps.push({ label, run, begins });
  }

  /**
   * Marks the process as serving. When asked to end, it serves for another `drainMs`, while load balancers switch to
   * other processes.
   */
  isServing(drainMs: number): void {
    this.#drainMs = drainMs;
  }

  /** Ends all parts, once. A failed step doesn't prevent the others. */
  run(): Promise<void> {
    this.#running ??= this.#runSteps();
    return this.#running;
  }

  /**
   * Ends in order on Ctrl-C, SIGTERM or when the launcher exits; exits immediately on a second signal or after a
   * timeout.
   */
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
