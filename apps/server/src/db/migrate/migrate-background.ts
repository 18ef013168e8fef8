import type pg from 'pg';
import { bestEffort } from '../best-effort.ts';
import { lockInBackground, lockMigrations, withOwner } from './migrate-connection.ts';
import { applyContracts } from './migrate-contract.ts';
import { type BatchPace, runDataStep } from './migrate-data.ts';
import type { MigrationFiles } from './migrate-files.ts';
import { readMigrationState, versionProblem } from './migrate-state.ts';

const HOUR_MS = 60 * 60_000;
/** Interval after a failure, or while another process runs the steps. */
const MINUTE_MS = 60_000;

export interface BackgroundOptions {
  /** Connects as the application. */
  readonly pool: pg.Pool;
  readonly ownerUrl: string;
  readonly files: MigrationFiles;
  readonly version: string;
  /** Days without older processes before a contract step runs. */
  readonly contractAfterDays: number;
  readonly newPace: () => BatchPace;
  readonly onApplied: (name: string) => void;
}

/** Runs data and contract steps beside the running product, in one process at a time. */
export class BackgroundSteps {
  readonly #options: BackgroundOptions;
  readonly #ending = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;

  constructor(options: BackgroundOptions) {
    this.#options = options;
  }

  /** Checks for steps now and every hour; does not keep the process alive. */
  start(): void {
    this.#running = this.#round();
  }

  /** Stops after the current batch or contract step. */
  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  /** Runs pending steps once. False if steps are left that don't only wait for older processes. */
  async runOnce(): Promise<boolean> {
    const { pool, ownerUrl, files, version } = this.#options;
    const state = await readMigrationState(pool, files);
    const hasWork = state.pending.some(({ kind }) => kind !== 'expand');
    if (!hasWork || versionProblem(state, version) !== null) return true;
    return withOwner(ownerUrl, async (client) => {
      if (!(await lockInBackground(client))) return false;
      return (await this.#fill(client)) && (await this.#contract(client));
    });
  }

  async #round(): Promise<void> {
    const isCaughtUp = await bestEffort('migration in the background', () => this.runOnce());
    if (this.#ending.signal.aborted) return;
    this.#timer = setTimeout(() => this.start(), isCaughtUp === true ? HOUR_MS : MINUTE_MS).unref();
  }

  async #fill(client: pg.Client): Promise<boolean> {
    const { files, version, newPace, onApplied } = this.#options;
    const { pending } = await readMigrationState(client, files);
    for (const step of pending.filter(({ kind }) => kind === 'data')) {
      const signal = this.#ending.signal;
      if (!(await runDataStep(client, step, { version, pace: newPace(), signal }))) return false;
      onApplied(step.name);
    }
    return true;
  }

  async #contract(client: pg.Client): Promise<boolean> {
    const { files, version, contractAfterDays, onApplied } = this.#options;
    await lockMigrations(client);
    const { applied } = await applyContracts(client, files, { version, afterDays: contractAfterDays });
    for (const name of applied) onApplied(name);
    return true;
  }
}
