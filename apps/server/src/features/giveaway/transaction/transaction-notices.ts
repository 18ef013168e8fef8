import { bestEffort } from '../../../db/best-effort.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { statementFor } from '../../../listing/statements.ts';
import type { Notices } from '../../../live/database-notices.ts';

/** Those who watch a giveaway read what is new at most once a second. */
const PERIOD_MS = 200;
const RUN = { signal: new AbortController().signal, timeoutMs: 2_000 } as const;
const NOTIFY = statementFor(`select pg_notify('giveaway_moved', $1)`);

/**
 * Tells those who watch a giveaway that something happened to it, after the fact and once for all of a moment: a transaction that sends a
 * notice itself keeps every other such transaction from committing beside it.
 */
export class TransactionNotices {
  readonly #sql: SqlRunner;
  readonly #due = new Set<string>();

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Notes that something happened. A notice that is lost with its process or connection is made up for by the next one. */
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

/** When something happened to one giveaway, as lists follow it, from this call on: what happens before the first look is told as well. */
export function followTransactions(
  { services, signal }: RequestContext,
  giveawayId: string,
): AsyncIterable<Notices<Date>> {
  return ofOne(services.live.follow('giveaway_moved', signal), giveawayId.toLowerCase());
}

async function* ofOne(notices: AsyncIterable<Notices<string>>, giveawayId: string): AsyncGenerator<Notices<Date>> {
  for await (const { payloads, isIncomplete } of notices) {
    // The instants of transactions say what is new; a notice alone moves no count back.
    if (isIncomplete || payloads.includes(giveawayId)) yield { payloads: [], isIncomplete };
  }
}
