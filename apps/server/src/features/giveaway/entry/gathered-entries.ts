import { Batcher } from '../../../db/batcher.ts';
import { BoundedMap } from '../../../graphql/bounded-map.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { changeEntries, type EntryRequest, type EntryRow } from './entry-statement.ts';

/** Keeps a statement far below its time limit. */
const MAX_TOGETHER = 100;
/** Entries of one giveaway come one after the other anyway, so a second group would only wait for the first. */
const FREELY = 1;
const MAX_RUNNING = 3;
const PATIENCE_MS = 50;
const MAX_SENDERS = 1_000;

/**
 * Entries of machine clients that arrive at the same time, written together: every entry of a giveaway has the next number of its
 * transactions, so they are written one after the other, and those that share a commit do not wait for each other's (decision 0093).
 */
export class GatheredEntries {
  readonly #sql: SqlRunner;
  readonly #bySender = new BoundedMap<string, Batcher<EntryRequest, EntryRow>>(MAX_SENDERS);

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Makes one change, each decided by itself. */
  change(request: EntryRequest): Promise<EntryRow> {
    return this.#of(request.caller.sub).do(request);
  }

  #of(sender: string): Batcher<EntryRequest, EntryRow> {
    const known = this.#bySender.get(sender);
    if (known !== undefined) return known;
    const made = new Batcher<EntryRequest, EntryRow>({
      label: 'writing of several entries together',
      maxItems: MAX_TOGETHER,
      freely: FREELY,
      maxRunning: MAX_RUNNING,
      patienceMs: PATIENCE_MS,
      nameOf: ({ key }) => key,
      doOne: async (request) => onlyOne(await changeEntries(this.#sql, [request])),
      doMany: (requests) => changeEntries(this.#sql, requests),
    });
    this.#bySender.set(sender, made);
    return made;
  }
}

/** The outcome of a request that was made alone. */
export function onlyOne(rows: readonly EntryRow[]): EntryRow {
  const [row] = rows;
  if (row === undefined) throw new Error('An entry had no outcome.');
  return row;
}
