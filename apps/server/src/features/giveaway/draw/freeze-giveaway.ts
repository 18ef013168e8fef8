import { merkleRoot, RootBuilder } from '@backcounter/domain';
import { sql } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { type HashedChunk, hashedChunks } from './leaf-rows.ts';
import { recordSystemStep } from './system-step.ts';

/** Chunks written per statement. */
const WRITTEN_AT_ONCE = 64;

/**
 * Freezes a giveaway whose row is locked by this transaction: waits for entries in flight, makes every valid entry a leaf
 * and publishes root and counts. A giveaway without entries is settled at once and its escrow returned. Atomic.
 */
export async function freezeGiveaway(trx: DatabaseTransaction, giveawayId: string, salt: Buffer): Promise<void> {
  // Every change of an entry locks the gate until its commit; many may queue in the last second.
  await sql`set local lock_timeout = '30s'`.execute(trx);
  await callFunction(trx, 'hold_giveaway_entries', { of_giveaway: giveawayId });
  const tree = new RootBuilder();
  let entries = 0;
  let tickets = 0;
  let waiting: (HashedChunk & { readonly root: Uint8Array })[] = [];
  for await (const chunk of hashedChunks(trx, giveawayId, salt)) {
    const root = merkleRoot(chunk.leaves);
    tree.add(root);
    entries += chunk.tickets.length;
    tickets = chunk.ticketStart + chunk.tickets.reduce((sum, own) => sum + own, 0);
    waiting.push({ ...chunk, root });
    if (waiting.length === WRITTEN_AT_ONCE) {
      await writeChunks(trx, giveawayId, tree.size - waiting.length, waiting);
      waiting = [];
    }
    // A chunk takes 1 to 2 ms; requests are answered in between.
    await new Promise(setImmediate);
  }
  await writeChunks(trx, giveawayId, tree.size - waiting.length, waiting);
  const root = Buffer.from(tree.root());
  await sql`
    update giveaway set state = giveaway_after('FREEZE'), frozen_at = clock_timestamp(), entries_root = ${root}, entries_count = ${entries}, tickets_count = ${tickets},
      version = version + 1
    where id = ${giveawayId}::uuid`.execute(trx);
  await recordSystemStep(trx, giveawayId, {
    type: 'FROZEN',
    action: 'giveaway.freeze',
    states: ['PUBLISHED', 'FROZEN'],
    data: { root: root.toString('hex'), entries, tickets },
  });
  if (entries === 0) await settleEmpty(trx, giveawayId);
}

async function writeChunks(
  trx: DatabaseTransaction,
  giveawayId: string,
  firstIndex: number,
  chunks: readonly (HashedChunk & { readonly root: Uint8Array })[],
): Promise<void> {
  if (chunks.length === 0) return;
  await sql`
    insert into giveaway_leaf_chunk (giveaway_id, chunk_index, first_entry_id, ticket_start, tickets, root)
    select ${giveawayId}::uuid, ${firstIndex}::int + c.n - 1, c.first_entry_id, c.ticket_start, c.tickets, c.root
    from unnest(${chunks.map(({ firstEntryId }) => firstEntryId)}::uuid[], ${chunks.map(({ ticketStart }) => ticketStart)}::bigint[],
      ${chunks.map(({ tickets }) => Buffer.from(tickets))}::bytea[], ${chunks.map(({ root }) => Buffer.from(root))}::bytea[])
      with ordinality as c (first_entry_id, ticket_start, tickets, root, n)`.execute(trx);
}

/** Settles a giveaway without entries and returns its escrow. */
async function settleEmpty(trx: DatabaseTransaction, giveawayId: string): Promise<void> {
  await callFunction(trx, 'settle_giveaway_escrow', { of_giveaway: giveawayId });
  await sql`update giveaway set state = giveaway_after('SETTLE_EMPTY'), version = version + 1 where id = ${giveawayId}::uuid`.execute(
    trx,
  );
  await recordSystemStep(trx, giveawayId, {
    type: 'SETTLED',
    action: 'giveaway.settle',
    states: ['FROZEN', 'SETTLED'],
    data: { entries: 0 },
  });
}
