import { Batcher } from '../../../db/batcher.ts';
import { BoundedMap } from '../../../graphql/bounded-map.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import {
  type BalancedTransfer,
  balancedOf,
  type StatementRow,
  type TransferRequest,
  transferAtOnce,
  transferTogether,
} from './transfer-statement.ts';

/** More than a client has in flight; keeps a statement far below its timeout. */
const MAX_TOGETHER = 100;
/** Two groups at once: one is prepared while the database writes the other. */
const FREELY = 2;
/** Half of the connections of a process. */
const MAX_RUNNING = 5;
/** Several times the duration of a group, so it is exceeded only while a group waits for a wallet locked elsewhere. */
const PATIENCE_MS = 25;
const MAX_SENDERS = 1_000;

/**
 * GatheredTransfers posts concurrent transfers of machine clients in groups: one statement and one commit for all that
 * arrive while the previous group is written (decision 0070). Each is decided separately and has its own audit row.
 */
export class GatheredTransfers {
  readonly #sql: SqlRunner;
  readonly #bySender = new BoundedMap<string, Batcher<TransferRequest, StatementRow | BalancedTransfer>>(MAX_SENDERS);

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Posts one transfer. @throws AppError as `postTransfer`; nothing is written then */
  async post(request: TransferRequest): Promise<BalancedTransfer> {
    const done = await this.#of(request.caller.sub).do(request);
    return 'id' in done ? done : balancedOf(done);
  }

  #of(sender: string): Batcher<TransferRequest, StatementRow | BalancedTransfer> {
    const known = this.#bySender.get(sender);
    if (known !== undefined) return known;
    const made = new Batcher<TransferRequest, StatementRow | BalancedTransfer>({
      label: 'posting of several transfers together',
      maxItems: MAX_TOGETHER,
      freely: FREELY,
      maxRunning: MAX_RUNNING,
      patienceMs: PATIENCE_MS,
      nameOf: ({ input }) => input.key,
      doOne: (request) => transferAtOnce(this.#sql, request),
      doMany: (requests) => transferTogether(this.#sql, requests),
    });
    this.#bySender.set(sender, made);
    return made;
  }
}
