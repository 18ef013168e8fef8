import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';

/** Outcome of a test restore. */
export type ProofOutcome = 'PROVEN' | 'FAULTS' | 'REFUSED' | 'FAILED' | 'INTERRUPTED';

/** A backup file in the backup folder. */
export interface BackupFile {
  /** File name without the folder. */
  readonly name: string;
  readonly bytes: number;
  readonly modifiedAt: Date;
}

/** Result of a test restore. */
export interface ProofResult {
  readonly outcome: ProofOutcome;
  /** Instant of the data in the backup; null if it could not be read. */
  readonly takenAt: Date | null;
  /** Rows verified, by kind. */
  readonly counts: Readonly<Record<string, number>>;
  readonly faultCount: number;
  /** The first faults, one sentence each. */
  readonly faults: readonly string[];
}

/** Most faults kept of a proof. */
export const FAULTS_KEPT = 20;

/**
 * Records the start of a proof, and marks earlier proofs without an end as interrupted. Must not run in two processes
 * at once.
 */
export function beginProof(db: Kysely<Database>, { name, bytes, modifiedAt }: BackupFile): Promise<string> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('backup_proof')
      .set({ outcome: 'INTERRUPTED', ended_at: sql<Date>`now()` })
      .where('ended_at', 'is', null)
      .execute();
    await sql`delete from backup_proof p where p.started_at < now() - interval '90 days'
      and p.id is distinct from (select id from backup_proof where outcome = 'PROVEN' order by started_at desc limit 1)`.execute(
      trx,
    );
    const { id } = await trx
      .insertInto('backup_proof')
      .values({ file: name, file_bytes: bytes, file_modified_at: modifiedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Records the result of a proof. */
export async function endProof(db: Kysely<Database>, id: string, result: ProofResult): Promise<void> {
  await db
    .updateTable('backup_proof')
    .set({
      ended_at: sql<Date>`now()`,
      outcome: result.outcome,
      taken_at: result.takenAt,
      counts: JSON.stringify(result.counts),
      fault_count: result.faultCount,
      faults: [...result.faults],
    })
    .where('id', '=', id)
    .execute();
}

/** The proof that was started last, finished or not. */
export interface LastProof extends BackupFile {
  readonly outcome: ProofOutcome | null;
  readonly ageMs: number;
}

/** Returns the proof that was started last; null before the first. */
export async function readLastProof(db: Kysely<Database>): Promise<LastProof | null> {
  const row = await db
    .selectFrom('backup_proof')
    .select(['file as name', 'file_bytes as bytes', 'file_modified_at as modifiedAt', 'outcome'])
    .select(sql<number>`(extract(epoch from now() - started_at) * 1000)::float8`.as('ageMs'))
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : { ...row, outcome: row.outcome as ProofOutcome | null };
}

const HOUR_MS = 60 * 60_000;
const AGAIN_MS = 24 * HOUR_MS;
const NEWER_MS = 12 * HOUR_MS;
const AFTER_INTERRUPTION_MS = HOUR_MS;

/**
 * Whether to prove the newest backup now. A file that was already proven is due again after one day. A newer file is
 * due after 12 hours, or immediately if the last proof failed or this process has just started.
 */
export function isProofDue(newest: BackupFile, last: LastProof | null, isFirstLook: boolean): boolean {
  if (last === null) return true;
  // Killed, or still running in a process that this one can't see: the lock decides.
  if (last.outcome === null || last.outcome === 'INTERRUPTED')
    return isFirstLook || last.ageMs >= AFTER_INTERRUPTION_MS;
  const isSame =
    newest.name === last.name &&
    newest.bytes === last.bytes &&
    newest.modifiedAt.getTime() === last.modifiedAt.getTime();
  if (isSame) return last.ageMs >= AGAIN_MS;
  return isFirstLook || last.outcome !== 'PROVEN' || last.ageMs >= NEWER_MS;
}
