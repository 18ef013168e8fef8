import { bestEffort } from '../../../db/best-effort.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';

/** Those who watch a campaign read what is new at most once a second. */
const PERIOD_MS = 200;
const RUN = { signal: new AbortController().signal, timeoutMs: 2_000 } as const;
const NOTIFY = statementFor(`select pg_notify('redemption_settled', $1)`);

/**
 * Tells those who watch a campaign that redemptions of it were confirmed, after the fact and once for all of a moment: a transaction
 * that sends a notice itself keeps every other such transaction from committing beside it (decision 0082).
 */
export class SettledNotices {
  readonly #sql: SqlRunner;
  readonly #due = new Set<string>();

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Notes that something was settled. A notice that is lost with its process or connection is made up for by the next one. */
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
