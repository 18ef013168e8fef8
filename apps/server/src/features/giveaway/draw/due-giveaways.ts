import { type RawBuilder, sql } from 'kysely';
import { type DueStep, stepwise } from '../../../db/due-step.ts';
import { loadServerSecrets } from '../../../db/server-secret.ts';
import type { FileStore } from '../../../ports/files.ts';
import { GIVEAWAY_SEED_SECRET, openSeedWithAny } from '../giveaway-seed.ts';
import { drawGiveaway } from './draw-giveaway.ts';
import { freezeGiveaway } from './freeze-giveaway.ts';
import { writeProof } from './proof-file.ts';

/** Interval of checks for due giveaways: closing and drawing are exact to the second. */
export const GIVEAWAY_CLOCK_MS = 1_000;
/**
 * Housekeeping steps that freeze, draw and write proofs every second. `drawKeys` are those of DRAW_KEY; `nowMs` is a monotonic clock with
 * any origin.
 */
export function giveawayClock(
  store: Pick<FileStore, 'write'>,
  drawKeys: readonly Buffer[] = [],
  nowMs: () => number = () => performance.now(),
) {
  return [
    { name: 'giveaway.freeze', runBatch: stepwise(FREEZE, { nowMs }) },
    { name: 'giveaway.draw', runBatch: stepwise(drawWith(drawKeys), { nowMs }) },
    {
      name: 'giveaway.prove',
      runBatch: stepwise({ ...PROVE, take: (trx, { id }) => writeProof(trx, store, id) }, { nowMs }),
    },
  ];
}

const FREEZE: DueStep<{ readonly id: string; readonly salt: Buffer }> = {
  find: (passed) => sql`
    select id, pseudonym_salt as salt from giveaway
    where state = 'PUBLISHED' and closes_at <= clock_timestamp() and id <> all (${passed})
    order by closes_at, id limit 1 for no key update skip locked`,
  take: (trx, { id, salt }) => freezeGiveaway(trx, id, salt),
};

const drawWith = (
  keys: readonly Buffer[],
): DueStep<{ id: string; root: Buffer; commitment: Buffer; sealed: Buffer }> => ({
  find: (passed) => sql`
    select id, entries_root as root, seed_commitment as commitment, seed_encrypted as sealed from giveaway
    where state = 'FROZEN' and greatest(draw_at, frozen_at + interval '60 seconds') <= clock_timestamp() and id <> all (${passed})
    order by draw_at, id limit 1 for no key update skip locked`,
  take: async (trx, { id, root, commitment, sealed }) => {
    const seed = openSeedWithAny([...keys, ...(await loadServerSecrets(trx, GIVEAWAY_SEED_SECRET))], id, sealed);
    await drawGiveaway(trx, { giveawayId: id, root, commitment, seed });
  },
});

const PROVE = {
  // The row is not locked, as the file may take a while; housekeeping runs in one process at a time.
  find: (passed: RawBuilder<unknown>) => sql<{ id: string }>`
    select id from giveaway where drawn_at is not null and proof_path is null and id <> all (${passed}) order by drawn_at, id limit 1`,
};
