import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  BUNDLE_FORMAT,
  BUNDLE_VERSION,
  type BundleContent,
  type BundleEntry,
  bundleText,
  CHUNK_LEAVES,
  RootBuilder,
  rulesHash,
  toHex,
} from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import type { FileStore } from '../../../ports/files.ts';
import { computeDraw } from './draw-giveaway.ts';
import { readChunks } from './leaf-chunks.ts';
import { readLeaves } from './leaf-rows.ts';
import { readDrawRules } from './read-draw-rules.ts';
import { notifyOfStep } from './system-step.ts';

/** Chunks read and written at once: about 16,000 entries, 2 MB of text. */
const CHUNKS_AT_ONCE = 16;

interface DrawnRow {
  readonly salt: Buffer;
  readonly seed: Buffer;
  readonly root: Buffer;
  readonly rulesHash: Buffer;
  readonly commitment: Buffer;
  readonly publishedAt: Date;
  readonly frozenAt: Date;
  readonly drawnAt: Date;
  readonly entries: number;
  readonly tickets: string;
}

/**
 * Writes the proof file of a drawn giveaway, always with the same bytes, and stores its key and hash. Entries, winners and
 * rules are read again and must match the published ones.
 * @throws Error that names the part that was changed
 */
export async function writeProof(
  trx: DatabaseTransaction,
  store: Pick<FileStore, 'write'>,
  giveawayId: string,
): Promise<void> {
  const proof = await readProofText(trx, giveawayId);
  if (proof === null) return;
  const path = `proofs/${giveawayId}.json`;
  const hash = createHash('sha256');
  async function* bytes(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
    for await (const text of texts) {
      const part = Buffer.from(text);
      hash.update(part);
      yield part;
    }
  }
  await store.write(path, Readable.from(bytes(proof), { objectMode: false }));
  await sql`
    update giveaway set proof_path = ${path}, proof_sha256 = ${hash.digest()} where id = ${giveawayId}::uuid and proof_path is null`.execute(
    trx,
  );
  await notifyOfStep(trx, giveawayId);
}

/**
 * Streams the text of a drawn giveaway's proof file from the database; null before the draw.
 * @throws Error that names the part that was changed since publication, at once or while streaming
 */
export async function readProofText(db: Kysely<Database>, giveawayId: string): Promise<AsyncGenerator<string> | null> {
  const { rows } = await sql<DrawnRow>`
    select pseudonym_salt as salt, seed_revealed as seed, entries_root as root, rules_hash as "rulesHash", seed_commitment as commitment,
      published_at as "publishedAt", frozen_at as "frozenAt", drawn_at as "drawnAt", entries_count as entries, tickets_count::text as tickets
    from giveaway where id = ${giveawayId}::uuid and drawn_at is not null`.execute(db);
  const [row] = rows;
  if (row === undefined) return null;
  const facts = await factsOf(db, giveawayId, row);
  return bundleText({ ...facts, entries: bundleEntries(db, giveawayId, row) });
}

async function factsOf(
  db: Kysely<Database>,
  giveawayId: string,
  row: DrawnRow,
): Promise<Omit<BundleContent, 'entries'>> {
  const rules = await readDrawRules(db, giveawayId);
  if (toHex(rulesHash(rules)) !== row.rulesHash.toString('hex')) throw changed(giveawayId, 'The rules');
  const { key, drawn } = await computeDraw(db, { giveawayId, root: row.root, seed: row.seed }, rules);
  const { rows: winners } = await sql<{ position: number; entryId: string }>`
    select draw_position as position, entry_id as "entryId" from giveaway_winner where giveaway_id = ${giveawayId}::uuid order by draw_position`.execute(
    db,
  );
  const isSame =
    winners.length === drawn.length && winners.every(({ entryId }, place) => entryId === drawn[place]?.entryId);
  if (!isSame) throw changed(giveawayId, 'The winners');
  return {
    format: BUNDLE_FORMAT,
    version: BUNDLE_VERSION,
    rules,
    commitment: {
      publishedAt: row.publishedAt.toISOString(),
      rulesHash: row.rulesHash.toString('hex'),
      seedCommitment: row.commitment.toString('hex'),
    },
    freeze: {
      frozenAt: row.frozenAt.toISOString(),
      root: row.root.toString('hex'),
      entries: row.entries,
      tickets: Number(row.tickets),
    },
    draw: { drawnAt: row.drawnAt.toISOString(), seed: row.seed.toString('hex'), key: key.toString('hex') },
    winners: drawn.map(({ position, entryId, prizeRank, remaining, ticket }) => ({
      position,
      kind: prizeRank === null ? 'ALTERNATE' : 'WINNER',
      prizeRank,
      entryId,
      remainingTickets: remaining,
      ticket,
    })),
  };
}

/** Yields all entries; fails at the end if they do not match the published root. */
async function* bundleEntries(
  db: Kysely<Database>,
  giveawayId: string,
  { salt, root }: DrawnRow,
): AsyncGenerator<BundleEntry> {
  const { chunks } = await readChunks(db, giveawayId);
  const tree = new RootBuilder();
  for (let first = 0; first < chunks.length; first += CHUNKS_AT_ONCE) {
    const chunk = chunks[first];
    if (chunk === undefined) break;
    const leaves = await readLeaves(db, { giveawayId, salt }, chunk, CHUNKS_AT_ONCE);
    for (const [place, { id, pseudonym, tickets, leaf }] of leaves.entries()) {
      tree.add(leaf);
      yield [id, pseudonym.toString('hex'), tickets];
      // Requests are answered in between.
      if (place % CHUNK_LEAVES === 0) await new Promise(setImmediate);
    }
  }
  if (toHex(tree.root()) !== root.toString('hex')) throw changed(giveawayId, 'The entries');
}

function changed(giveawayId: string, what: string): Error {
  return new Error(
    `${what} of giveaway ${giveawayId} are not those that were published; there is no proof of its draw.`,
  );
}
