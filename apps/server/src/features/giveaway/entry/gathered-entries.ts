import { Batcher } from '../../../db/batcher.ts';
import { BoundedMap } from '../../../graphql/bounded-map.ts';
import type { SqlRunner } from '../../../graphql/sql-runner.ts';
import { changeEntries, type EntryRequest, type EntryRow } from './entry-statement.ts';

/** Keeps a statement far below its timeout. */
const MAX_TOGETHER = 100;
/** Entries of a giveaway are written sequentially, so a second group would only wait for the first. */
const FREELY = 1;
const MAX_RUNNING = 3;
const PATIENCE_MS = 50;
const MAX_SENDERS = 1_000;

/**
 * GatheredEntries writes concurrent entries of machine clients in groups. Transactions of a giveaway are numbered, so its
 * entries are written sequentially; entries of a group share one commit instead of waiting for each other's (decision 0093).
 */
export class GatheredEntries {
  readonly #sql: SqlRunner;
  readonly #bySender = new BoundedMap<string, Batcher<EntryRequest, EntryRow>>(MAX_SENDERS);

  constructor(sql: SqlRunner) {
    this.#sql = sql;
  }

  /** Makes one change, independent of others in its group. */
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

/** The outcome of a single request. */
export function onlyOne(rows: readonly EntryRow[]): EntryRow {
  const [row] = rows;
  if (row === undefined) throw new Error('An entry had no outcome.');
  return row;
}
