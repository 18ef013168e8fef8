import { AppError } from '@backcounter/domain';
import { errorCodeOf } from '../db/error-code.ts';
import { LAST_POSITION, type LogPosition, parsePosition, printPosition } from '../db/log-position.ts';
import type { Replica } from '../db/replica.ts';
import type { ListSource, ListSources } from './request-context.ts';
import { poolRunner, type SqlRunner } from './sql-runner.ts';

/**
 * Header with a position in the database's log. In a request: the position that its sender has seen, so that no list is
 * older. In an answer: its own position. A request without a valid position is answered by the primary.
 */
export const POSITION_HEADER = 'x-backcounter-position';

const CANCELED = '57014';

/** Where one request reads lists, and the position of its answer. */
export interface RequestSources extends ListSources {
  /** The position to send in the answer. */
  answerPosition(): Promise<string>;
}

/** For requests with a position; null for others, and without a replica. */
export function requestSources(
  replica: Replica | null,
  header: string | string[] | undefined,
  primary: SqlRunner,
): RequestSources | null {
  const wanted = parsePosition(header);
  return replica === null || wanted === null ? null : new ChosenSources(replica, wanted, primary);
}

class ChosenSources implements RequestSources {
  readonly #replica: Replica;
  readonly #wanted: LogPosition;
  readonly #primary: SqlRunner;
  #chosen: Promise<ListSource> | undefined;
  #isPrimaryRead = false;

  constructor(replica: Replica, wanted: LogPosition, primary: SqlRunner) {
    this.#replica = replica;
    this.#wanted = wanted;
    this.#primary = primary;
  }

  source(): Promise<ListSource> {
    this.#chosen ??= this.#choose();
    return this.#chosen;
  }

  async answerPosition(): Promise<string> {
    const chosen = await this.#chosen;
    const isReplicas = chosen !== undefined && chosen.completeUntil !== null && !this.#isPrimaryRead;
    return printPosition(isReplicas ? chosen.position : await this.#replica.currentPosition());
  }

  async #choose(): Promise<ListSource> {
    const wanted = this.#wanted;
    // The last position means unknown: the sender has a pending change.
    const view = wanted === LAST_POSITION ? null : await this.#replica.look(wanted);
    if (view !== null) return { ...view, sql: this.#runner(), wanted };
    return { sql: this.#primary, completeUntil: null, position: this.#replica.knownPosition, wanted };
  }

  /** The replica's statements; a failure that the primary does not have is the replica's. */
  #runner(): SqlRunner {
    const runner = poolRunner(this.#replica.pool);
    return {
      rows: async <Row>(...asked: Parameters<SqlRunner['rows']>): Promise<Row[]> => {
        if (!this.#replica.isUsable) return this.#readPrimary(asked);
        try {
          return await runner.rows(...asked);
        } catch (error) {
          asked[2].signal.throwIfAborted();
          if (isTooSlow(error)) throw error;
          const rows = await this.#readPrimary<Row>(asked);
          this.#replica.distrust(error);
          return rows;
        }
      },
    };
  }

  #readPrimary<Row>(asked: Parameters<SqlRunner['rows']>): Promise<Row[]> {
    this.#isPrimaryRead = true;
    return this.#primary.rows(...asked);
  }
}

/** The statement itself took too long: a responsive server cancelled it. */
function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && error.code === 'query.timed-out' && errorCodeOf(error.cause) === CANCELED;
}
