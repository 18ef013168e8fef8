import { CHUNK_LEAVES } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

/** Stored data of a chunk of 1,024 frozen entries. */
export interface StoredChunk {
  readonly index: number;
  readonly firstEntryId: string;
  readonly ticketStart: number;
}

/** All chunks of a frozen giveaway: their first entries, the tickets of every entry, and the concatenated roots. */
export interface StoredChunks {
  readonly chunks: readonly StoredChunk[];
  /** One byte per entry. */
  readonly tickets: Buffer;
  readonly roots: Buffer;
}

/** Reads the chunks of a frozen giveaway; a million entries are about a megabyte. */
export async function readChunks(db: Kysely<Database>, giveawayId: string): Promise<StoredChunks> {
  const { rows } = await sql<{
    index: number;
    firstEntryId: string;
    ticketStart: string;
    tickets: Buffer;
    root: Buffer;
  }>`
    select chunk_index as index, first_entry_id as "firstEntryId", ticket_start::text as "ticketStart", tickets, root
    from giveaway_leaf_chunk where giveaway_id = ${giveawayId}::uuid order by chunk_index`.execute(db);
  return {
    chunks: rows.map(({ index, firstEntryId, ticketStart }) => ({
      index,
      firstEntryId,
      ticketStart: Number(ticketStart),
    })),
    tickets: Buffer.concat(rows.map(({ tickets }) => tickets)),
    roots: Buffer.concat(rows.map(({ root }) => root)),
  };
}

/** Finds entries by their index in the order of leaves, in the requested order. Unknown indexes are skipped. */
export async function entriesAt(
  db: Kysely<Database>,
  giveawayId: string,
  { chunks }: Pick<StoredChunks, 'chunks'>,
  places: readonly number[],
): Promise<{ readonly entryId: string; readonly accountId: string }[]> {
  const firsts = places.map((place) => chunks[Math.floor(place / CHUNK_LEAVES)]?.firstEntryId ?? null);
  const offsets = places.map((place) => place % CHUNK_LEAVES);
  const { rows } = await sql<{ entryId: string; accountId: string }>`
    select e.id as "entryId", e.account_id as "accountId"
    from unnest(${firsts}::uuid[], ${offsets}::int[]) with ordinality as p (first, skipped, n)
    cross join lateral (
      select x.id, x.account_id from giveaway_entry x
      where x.giveaway_id = ${giveawayId}::uuid and x.state = 'VALID' and x.id >= p.first order by x.id offset p.skipped limit 1
    ) as e order by p.n`.execute(db);
  return rows;
}
