import { Batcher } from '../../../db/batcher.ts';
import { BoundedMap } from '../../../graphql/bounded-map.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { type OutcomeRow, type PostedTransfer, postedOf } from '../../../ledger/post-transfer.ts';
import { type TransferRequest, transferAtOnce, transferTogether } from './transfer-statement.ts';

/** More than a client has under way; keeps a statement far below its time limit. */
const MAX_TOGETHER = 100;
/** While the database writes one group, the next is prepared. */
const FREELY = 2;
/** Half of the connections of a process. */
const MAX_RUNNING = 5;
/** Several times what a group takes, so it passes only where one waits for a wallet that somebody else holds. */
const PATIENCE_MS = 25;
const MAX_SENDERS = 1_000;

/**
 * Transfers of machine clients that arrive at the same time, posted together: one statement and one commit for all that came while
 * the ones before were written (decision 0070). Each is decided by itself and has its own audit row.
 */
export class GatheredTransfers {
  readonly #sql: SqlRunner;
  readonly #bySender = new BoundedMap<string, Batcher<TransferRequest, OutcomeRow | PostedTransfer>>(MAX_SENDERS);

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Posts one. @throws AppError what `postTransfer` refuses; nothing has been written then */
  async post(request: TransferRequest): Promise<PostedTransfer> {
    const done = await this.#of(request.caller.sub).do(request);
    return 'id' in done ? done : postedOf(done);
  }

  #of(sender: string): Batcher<TransferRequest, OutcomeRow | PostedTransfer> {
    const known = this.#bySender.get(sender);
    if (known !== undefined) return known;
    const made = new Batcher<TransferRequest, OutcomeRow | PostedTransfer>({
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
