import { type Expected, recordConflict } from '../../crud/read-record.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import { isUuid } from '../../listing/list-filter.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { type GiveawayRow, giveawayList } from './giveaway.list.ts';
import { giveawayNotFound } from './giveaway-not-found.ts';

/** Columns that changes need: all but the counters, which every entry updates. */
export type LockedGiveaway = Omit<
  GiveawayRow,
  'entries' | 'tickets' | 'withdrawn' | 'disqualified' | 'pointsPaid' | 'escrowBalance' | 'refundsOpen' | 'segment'
>;

/** Besides counters, the name and rule of the segment, which a conflict would show to the caller. */
const UNREAD: ReadonlySet<string> = new Set(['escrowBalance', 'refundsOpen', 'segment']);
const COLUMNS = Object.entries(giveawayList.columns)
  .filter(([field, sql]) => !UNREAD.has(field) && !sql.includes('(f.'))
  .map(([field, sql]) => `${sql} as "${field}"`)
  .join(', ');

/**
 * Reads a giveaway and locks it until the transaction ends.
 * @throws AppError `record.not-found`; `record.conflict` with the current giveaway if the version differs
 */
export async function lockGiveaway(context: EffectContext, { id, expectedVersion }: Expected): Promise<LockedGiveaway> {
  const row = await findGiveaway(context, id, ' for no key update of r');
  if (row.version !== expectedVersion) throw recordConflict(row);
  return row;
}

/** Reads a giveaway without a lock. @throws AppError `record.not-found` */
export function peekGiveaway(context: EffectContext, id: string): Promise<LockedGiveaway> {
  return findGiveaway(context, id, '');
}

async function findGiveaway(context: EffectContext, id: string, lock: string): Promise<LockedGiveaway> {
  const statement = statementFor(`select ${COLUMNS} from ${giveawayList.from} where r.id = $1::uuid${lock}`);
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = isUuid(id) ? await context.sql.rows<LockedGiveaway>(statement, [id], options) : [];
  if (row === undefined) throw giveawayNotFound();
  return row;
}
