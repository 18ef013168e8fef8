import { CHUNK_LEAVES, type LeafChunk } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';

const HMAC_BLOCK = 64;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
/** Chunks hashed per statement: about 65,000 entries, a third of a second. */
const CHUNKS_AT_ONCE = 64;

/** A range of entries in the order of leaves. */
interface LeafRange {
  readonly giveawayId: string;
  readonly salt: Buffer;
  /** First id, inclusive. */
  readonly from: string;
  readonly limit: number;
  /** Number of tickets of all entries before it. */
  readonly ticketStart: number;
}

/**
 * SQL of the entries of a range for the draw: `id`, `account_id`, `tickets`, `ticket_start`, `pseudonym` and `leaf`, hashed
 * by the database. The pseudonym is HMAC-SHA256 in plain SQL; the key is XORed into both pads here.
 */
function leafRows({ giveawayId, salt, from, limit, ticketStart }: LeafRange) {
  const inner = Buffer.alloc(HMAC_BLOCK, 0x36);
  const outer = Buffer.alloc(HMAC_BLOCK, 0x5c);
  salt.forEach((byte, at) => {
    inner[at] = byte ^ 0x36;
    outer[at] = byte ^ 0x5c;
  });
  return sql`(
    with entry as materialized (
      select e.id, e.account_id, e.tickets, row_number() over w - 1 as place, ${ticketStart}::bigint + sum(e.tickets) over w - e.tickets as ticket_start,
        sha256(${outer}::bytea || sha256(${inner}::bytea || uuid_send(e.account_id))) as pseudonym
      from (
        select id, account_id, tickets from giveaway_entry
        where giveaway_id = ${giveawayId}::uuid and state = 'VALID' and id >= ${from}::uuid order by id limit ${limit}
      ) as e window w as (order by e.id rows unbounded preceding)
    )
    select id, account_id, tickets, place, ticket_start, pseudonym,
      sha256('\\x00'::bytea || uuid_send(id) || pseudonym || int4send(tickets) || int8send(ticket_start::bigint)) as leaf
    from entry)`;
}

/** A chunk of leaves during the freeze: the hashes of its leaves instead of its root. */
export interface HashedChunk extends Omit<LeafChunk, 'root' | 'index'> {
  readonly leaves: Buffer;
}

/** Yields all valid entries in the order of leaves, as chunks with the hashes of their leaves. Memory use is constant. */
export async function* hashedChunks(
  db: Kysely<Database>,
  giveawayId: string,
  salt: Buffer,
): AsyncGenerator<HashedChunk> {
  let from = FIRST_ID;
  let ticketStart = 0;
  for (;;) {
    const { rows } = await sql<{
      firstEntryId: string;
      ticketStart: string;
      tickets: Buffer;
      leaves: Buffer;
      own: string;
    }>`
      select l.place / ${CHUNK_LEAVES} as place, (array_agg(l.id order by l.id))[1] as "firstEntryId", min(l.ticket_start)::text as "ticketStart",
        string_agg(substring(int2send(l.tickets) from 2), '' order by l.id) as tickets, string_agg(l.leaf, '' order by l.id) as leaves,
        sum(l.tickets)::text as own
      from ${leafRows({ giveawayId, salt, from, limit: CHUNKS_AT_ONCE * CHUNK_LEAVES + 1, ticketStart })} as l
      group by 1 order by 1`.execute(db);
    // One entry more than fits gives the start of the next statement.
    const next = rows[CHUNKS_AT_ONCE];
    for (const row of rows.slice(0, CHUNKS_AT_ONCE)) {
      yield { ...row, ticketStart: Number(row.ticketStart) };
      ticketStart = Number(row.ticketStart) + Number(row.own);
    }
    if (next === undefined) return;
    from = next.firstEntryId;
  }
}

/** An entry with all values that its leaf hashes. */
export interface LeafRow {
  readonly id: string;
  readonly accountId: string;
  readonly tickets: number;
  readonly ticketStart: number;
  readonly pseudonym: Buffer;
  readonly leaf: Buffer;
}

/** Reads the entries of one or more consecutive chunks. */
export async function readLeaves(
  db: Kysely<Database>,
  giveaway: { readonly giveawayId: string; readonly salt: Buffer },
  chunk: { readonly firstEntryId: string; readonly ticketStart: number },
  chunks = 1,
): Promise<LeafRow[]> {
  const { firstEntryId: from, ticketStart } = chunk;
  const { rows } = await sql<Omit<LeafRow, 'ticketStart'> & { ticketStart: string }>`
    select l.id, l.account_id as "accountId", l.tickets, l.ticket_start::text as "ticketStart", l.pseudonym, l.leaf
    from ${leafRows({ ...giveaway, from, limit: chunks * CHUNK_LEAVES, ticketStart })} as l order by l.id`.execute(db);
  return rows.map((row) => ({ ...row, ticketStart: Number(row.ticketStart) }));
}
