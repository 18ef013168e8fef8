import { AppError } from '@backcounter/domain';
import { errorCodeOf } from '../db/error-code.ts';
import { LAST_POSITION, type LogPosition, parsePosition, printPosition } from '../db/log-position.ts';
import type { Replica } from '../db/replica.ts';
import type { ListSource, ListSources } from './request-context.ts';
import { poolRunner, type SqlRunner } from './sql-runner.ts';

/**
 * Header of a request: what its sender has seen of the log, so that no list is older. Header of an answer: up to where it has seen itself. A
 * request without it, or with anything else in it, is answered by the primary alone.
 */
export const POSITION_HEADER = 'x-backcounter-position';

const CANCELED = '57014';

/** Where one request reads lists, and what its answer has seen. */
export interface RequestSources extends ListSources {
  /** The position that the answer tells. */
  answerPosition(): Promise<string>;
}

/** For requests that say what they have seen; null for others, and without a replica. */
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
    // Who has seen everything cannot be told apart from who does not know: a change of theirs is under way.
    const view = wanted === LAST_POSITION ? null : await this.#replica.look(wanted);
    if (view !== null) return { ...view, sql: this.#runner(), wanted };
    return { sql: this.#primary, completeUntil: null, position: this.#replica.knownPosition, wanted };
  }

  /** The replica's statements; what it fails at and the primary does not is trouble of the replica. */
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

/** The statement itself took too long: it was cancelled in order, by a server that answers. */
function isTooSlow(error: unknown): boolean {
  return error instanceof AppError && error.code === 'query.timed-out' && errorCodeOf(error.cause) === CANCELED;
}
