import { type DrawRules, drawKey, drawnPrizes, drawWinners, isSameBytes, seedCommitment } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { callFunction } from '../../../db/call-function.ts';
import type { Database } from '../../../db/client.ts';
import type { DatabaseTransaction } from '../../../db/transaction.ts';
import { entriesAt, readChunks } from './leaf-chunks.ts';
import { readDrawRules } from './read-draw-rules.ts';
import { auditSystemStep } from './system-step.ts';

/** Inputs of a draw. */
export interface DrawTerms {
  readonly giveawayId: string;
  readonly root: Buffer;
  readonly seed: Buffer;
}

/** A position with its drawn entry. */
export interface DrawnEntry {
  readonly position: number;
  readonly entryId: string;
  readonly accountId: string;
  /** Rank of the prize; null for an alternate. */
  readonly prizeRank: number | null;
  readonly remaining: number;
  readonly ticket: number;
}

/** Computes the positions of a draw; deterministic. */
export async function computeDraw(
  db: Kysely<Database>,
  { giveawayId, root, seed }: DrawTerms,
  rules: Pick<DrawRules, 'prizes' | 'alternates'>,
): Promise<{ readonly key: Buffer; readonly drawn: readonly DrawnEntry[] }> {
  const chunks = await readChunks(db, giveawayId);
  const key = drawKey(giveawayId, root, seed);
  const prizes = drawnPrizes(rules);
  const positions = drawWinners(chunks.tickets, key, prizes.length);
  const entries = await entriesAt(
    db,
    giveawayId,
    chunks,
    positions.map(({ index }) => index),
  );
  if (entries.length !== positions.length)
    throw new Error(`Entries of giveaway ${giveawayId} are gone since its freeze.`);
  const drawn = positions.map(({ remaining, ticket }, place) => {
    const { entryId = '', accountId = '' } = entries[place] ?? {};
    return { position: place + 1, entryId, accountId, prizeRank: prizes[place] ?? null, remaining, ticket };
  });
  return { key: Buffer.from(key), drawn };
}

/** Draws a frozen giveaway whose row is locked by this transaction: reveals the seed and writes every position. */
export async function drawGiveaway(
  trx: DatabaseTransaction,
  terms: DrawTerms & { readonly commitment: Buffer },
): Promise<void> {
  const { giveawayId, seed, commitment } = terms;
  if (!isSameBytes(seedCommitment(giveawayId, seed), commitment))
    throw new Error(`The seed of giveaway ${giveawayId} is not the one that was committed to; it is not drawn.`);
  const { key, drawn } = await computeDraw(trx, terms, await readDrawRules(trx, giveawayId));
  await callFunction(trx, 'record_giveaway_draw', { of_giveaway: giveawayId, seed, draw_key: key, positions: drawn });
  await auditSystemStep(trx, giveawayId, 'giveaway.draw', ['FROZEN', 'DRAWN']);
}
