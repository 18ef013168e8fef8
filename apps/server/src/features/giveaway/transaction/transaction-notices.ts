import { bestEffort } from '../../../db/best-effort.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';
import type { Notices } from '../../../live/database-notices.ts';

/** Minimum interval of notices; subscribers of a giveaway read new rows at most once a second. */
const PERIOD_MS = 200;
const RUN = { signal: new AbortController().signal, timeoutMs: 2_000 } as const;
const NOTIFY = statementFor(`select pg_notify('giveaway_moved', $1)`);

/**
 * TransactionNotices notifies subscribers of a giveaway about new transactions, after the commit and in groups: a database
 * transaction that sends a notice itself cannot commit concurrently with others that do.
 */
export class TransactionNotices {
  readonly #sql: SqlRunner;
  readonly #due = new Set<string>();

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Schedules a notice. If it is lost with its process or connection, the next one makes up for it. */
  note(giveawayId: string): void {
    if (this.#due.has(giveawayId)) return;
    this.#due.add(giveawayId);
    setTimeout(() => void this.#send(giveawayId), PERIOD_MS).unref();
  }

  async #send(giveawayId: string): Promise<void> {
    this.#due.delete(giveawayId);
    await bestEffort('notice of transactions of a giveaway', () => this.#sql.rows(NOTIFY, [giveawayId], RUN));
  }
}

/** Follows the transactions of one giveaway from this call on, so that changes before the first read are included. */
export function followTransactions(
  { services, signal }: RequestContext,
  giveawayId: string,
): AsyncIterable<Notices<Date>> {
  return ofOne(services.live.follow('giveaway_moved', signal), giveawayId.toLowerCase());
}

async function* ofOne(notices: AsyncIterable<Notices<string>>, giveawayId: string): AsyncGenerator<Notices<Date>> {
  for await (const { payloads, isIncomplete } of notices) {
    // The list counts by the instants of transactions, so a notice has no payload.
    if (isIncomplete || payloads.includes(giveawayId)) yield { payloads: [], isIncomplete };
  }
}
