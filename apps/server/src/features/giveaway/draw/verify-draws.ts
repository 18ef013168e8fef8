import { createHash } from 'node:crypto';
import { verifyBundle } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../db/client.ts';
import { readProofText } from './proof-file.ts';

/** Result of recomputing one drawn giveaway. */
export interface VerifiedDraw {
  readonly entries: number;
  /** One sentence per fault. */
  readonly faults: readonly string[];
}

/**
 * Recomputes every drawn giveaway from the database, one by one, with the checks of `npm run verify -- draw`, and compares
 * the proof with the published digest of its file. Needs about 400 bytes of memory per entry of the largest giveaway.
 */
export async function* verifyDraws(db: Kysely<Database>): AsyncGenerator<VerifiedDraw> {
  const { rows } = await sql<{ id: string; code: string; sha256: string | null }>`
    select id, code, encode(proof_sha256, 'hex') as sha256 from giveaway where drawn_at is not null order by id`.execute(
    db,
  );
  for (const { id, code, sha256 } of rows) {
    const { entries, faults } = await verifyOne(db, id, sha256);
    yield { entries, faults: faults.map((fault) => `Draw of ${code}: ${fault}`) };
  }
}

async function verifyOne(db: Kysely<Database>, id: string, publishedSha256: string | null): Promise<VerifiedDraw> {
  const pieces: string[] = [];
  const hash = createHash('sha256');
  try {
    for await (const piece of (await readProofText(db, id)) ?? []) {
      pieces.push(piece);
      hash.update(piece);
    }
  } catch (error) {
    return { entries: 0, faults: [error instanceof Error ? error.message : String(error)] };
  }
  const { entries, checks } = verifyBundle(JSON.parse(pieces.join('')));
  const failed = checks.filter(({ isPassed }) => !isPassed).map(({ name }) => `the check "${name}" fails.`);
  const isPublished = publishedSha256 === null || hash.digest('hex') === publishedSha256;
  return { entries, faults: isPublished ? failed : [...failed, 'the proof is not the file that was published.'] };
}
