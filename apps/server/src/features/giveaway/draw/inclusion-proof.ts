import { AppError, CHUNK_LEAVES, chunkedAuditPath, isIncluded } from '@backcounter/domain';
import { sql } from 'kysely';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { readLeaves } from './leaf-rows.ts';

const FIREBASE_ID_MAX = 128;

/** Proof that an entry is in the frozen list. Hashes are hexadecimal. */
export interface InclusionProof {
  readonly giveawayId: string;
  readonly entryId: string;
  readonly accountId: string;
  readonly pseudonym: string;
  readonly tickets: number;
  readonly ticketStart: number;
  readonly leafIndex: number;
  readonly leafHash: string;
  readonly path: readonly string[];
  readonly root: string;
  readonly entries: number;
  readonly totalTickets: number;
}

/** Selects an entry by exactly one of its members. */
export interface EntrySubject {
  readonly entryId?: string | null | undefined;
  readonly accountId?: string | null | undefined;
  readonly firebaseId?: string | null | undefined;
}

interface FrozenEntry {
  readonly id: string;
  readonly salt: Buffer;
  readonly root: Buffer;
  readonly entries: number;
  readonly tickets: string;
  readonly chunkIndex: number;
  readonly firstEntryId: string;
  readonly ticketStart: string;
  readonly roots: Buffer;
}

/**
 * Proves that an entry takes part in a draw; null before the freeze and for accounts without a valid entry. The proof is
 * computed from the entries and checked against the published root.
 * @throws AppError `field.invalid` for none or several subjects; Error if entries are not those that were frozen
 */
export async function proveInclusion(
  { db }: RequestContext,
  giveawayId: string,
  subject: EntrySubject,
): Promise<InclusionProof | null> {
  checkSubject(subject);
  const { entryId = null, accountId = null, firebaseId = null } = subject;
  if (![giveawayId, entryId ?? giveawayId, accountId ?? giveawayId].every(isUuid)) return null;
  const { rows } = await sql<FrozenEntry>`
    select e.id, g.pseudonym_salt as salt, g.entries_root as root, g.entries_count as entries, g.tickets_count::text as tickets,
      c.chunk_index as "chunkIndex", c.first_entry_id as "firstEntryId", c.ticket_start::text as "ticketStart",
      (select string_agg(x.root, '' order by x.chunk_index) from giveaway_leaf_chunk x where x.giveaway_id = g.id) as roots
    from giveaway g
    join giveaway_entry e on e.giveaway_id = g.id and e.state = 'VALID' and case
      when ${entryId}::uuid is not null then e.id = ${entryId}::uuid
      when ${accountId}::uuid is not null then e.account_id = ${accountId}::uuid
      else e.account_id = (select a.id from account a where a.firebase_id = ${firebaseId}::text) end
    cross join lateral (
      select * from giveaway_leaf_chunk x where x.giveaway_id = g.id and x.first_entry_id <= e.id order by x.first_entry_id desc limit 1
    ) as c
    where g.id = ${giveawayId}::uuid and g.entries_root is not null`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const chunk = { firstEntryId: row.firstEntryId, ticketStart: Number(row.ticketStart) };
  const leaves = await readLeaves(db, { giveawayId, salt: row.salt }, chunk);
  const place = leaves.findIndex(({ id }) => id === row.id);
  const leaf = leaves[place];
  const leafIndex = row.chunkIndex * CHUNK_LEAVES + place;
  const hashes = Buffer.concat(leaves.map((each) => each.leaf));
  const path = leaf === undefined ? [] : chunkedAuditPath(row.roots, hashes, leafIndex);
  // A path that does not lead to the published root would be a false proof.
  if (leaf === undefined || !isIncluded(leaf.leaf, leafIndex, row.entries, path, row.root))
    throw new Error(`Entries of giveaway ${giveawayId} are not those that were frozen.`);
  return {
    giveawayId: giveawayId.toLowerCase(),
    entryId: leaf.id,
    accountId: leaf.accountId,
    pseudonym: leaf.pseudonym.toString('hex'),
    tickets: leaf.tickets,
    ticketStart: leaf.ticketStart,
    leafIndex,
    leafHash: leaf.leaf.toString('hex'),
    path: path.map((hash) => Buffer.from(hash).toString('hex')),
    root: row.root.toString('hex'),
    entries: row.entries,
    totalTickets: Number(row.tickets),
  };
}

function checkSubject({ entryId, accountId, firebaseId }: EntrySubject): void {
  const given = [entryId, accountId, firebaseId].filter((each) => each != null);
  if (given.length === 1 && (firebaseId ?? '').length <= FIREBASE_ID_MAX) return;
  throw new AppError('field.invalid', {
    message: 'Name the entry or its account.',
    details: { fields: { accountId: [{ rule: 'invalid' }] } },
  });
}
