import { bestEffort } from '../../../db/best-effort.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';

/** Viewers of a campaign read updates at most once a second. */
const PERIOD_MS = 200;
const RUN = { signal: new AbortController().signal, timeoutMs: 2_000 } as const;
const NOTIFY = statementFor(`select pg_notify('redemption_settled', $1)`);

/**
 * Notifies viewers of a campaign of confirmed redemptions, after the commit and once per interval: a transaction that sends a notice
 * itself blocks the commits of all other such transactions (decision 0082).
 */
export class SettledNotices {
  readonly #sql: SqlRunner;
  readonly #due = new Set<string>();

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Records a settled redemption. The next notice makes up for one that is lost with its process or connection. */
  note(campaignId: string): void {
    if (this.#due.has(campaignId)) return;
    this.#due.add(campaignId);
    setTimeout(() => void this.#send(campaignId), PERIOD_MS).unref();
  }

  async #send(campaignId: string): Promise<void> {
    this.#due.delete(campaignId);
    await bestEffort('notice of confirmed redemptions', () => this.#sql.rows(NOTIFY, [campaignId], RUN));
  }
}
