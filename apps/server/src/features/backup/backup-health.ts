import { type Kysely, sql } from 'kysely';
import type { Database } from '../../db/client.ts';
import type { ProofOutcome } from './backup-proof.ts';

/** When backups must be proven. */
export interface ProofPolicy {
  /** Greatest age of the data in the last proven backup, in milliseconds. */
  readonly maxAgeMs: number;
  /** False with an external database: no process proves backups there, so a missing proof is no fault. */
  readonly isExpected: boolean;
}

/** Reasons why backups are not reliable: none proven yet, the proven one too old, or the outcome of the last proof. */
export type BackupProblem = 'UNPROVEN' | 'OUTDATED' | 'FAULTS' | 'REFUSED' | 'FAILED';

/** State of the backups. */
export interface BackupHealth {
  /** Null: the last proof succeeded, and the backup is recent enough. */
  readonly problem: BackupProblem | null;
  /** The last proof that ended with a result; null before the first. */
  readonly last: CheckedBackup | null;
  /** The last proof that succeeded. */
  readonly proven: ProvenBackup | null;
}

/** A backup whose proof has ended. */
export interface CheckedBackup {
  readonly file: string;
  readonly takenAt: Date | null;
  readonly endedAt: Date;
  readonly faultCount: number;
  readonly faults: readonly string[];
}

/** A backup that was restored and verified. */
export interface ProvenBackup {
  readonly file: string;
  readonly takenAt: Date;
  readonly endedAt: Date;
}

/** Derives the health of the backups from their last proofs. */
export async function readBackupHealth(db: Kysely<Database>, policy: ProofPolicy): Promise<BackupHealth> {
  const { rows } = await sql<CheckedBackup & { outcome: ProofOutcome; ageMs: number; isLast: boolean }>`
    select p.file, p.taken_at as "takenAt", p.ended_at as "endedAt", p.fault_count as "faultCount", p.faults, p.outcome,
      (extract(epoch from now() - p.taken_at) * 1000)::float8 as "ageMs", p.id = last.id as "isLast"
    from (select
        (select id from backup_proof where outcome <> 'INTERRUPTED' order by started_at desc limit 1) as id,
        (select id from backup_proof where outcome = 'PROVEN' order by started_at desc limit 1) as proven) as last
    join backup_proof p on p.id in (last.id, last.proven)`.execute(db);
  const last = rows.find(({ isLast }) => isLast) ?? null;
  const good = rows.find(({ outcome }) => outcome === 'PROVEN');
  const proven =
    good === undefined || good.takenAt === null
      ? null
      : { file: good.file, takenAt: good.takenAt, endedAt: good.endedAt };
  return { problem: problemOf(last?.outcome, good?.ageMs, policy), last, proven };
}

function problemOf(
  last: ProofOutcome | undefined,
  provenAgeMs: number | undefined,
  { maxAgeMs, isExpected }: ProofPolicy,
): BackupHealth['problem'] {
  if (last === undefined) return isExpected ? 'UNPROVEN' : null;
  if (last === 'FAULTS' || last === 'REFUSED' || last === 'FAILED') return last;
  return provenAgeMs === undefined || provenAgeMs > maxAgeMs ? 'OUTDATED' : null;
}

/** The problem as a sentence for operators; null without one. */
export function backupProblemSentence({ problem, last, proven }: BackupHealth): string | null {
  const file = last?.file ?? '';
  const fault = last?.faults[0] ?? '';
  switch (problem) {
    case null:
      return null;
    case 'UNPROVEN':
      return 'No backup has been proven yet. Run npm run backup, then npm run backup -- prove';
    case 'OUTDATED':
      return `The last proven backup was taken at ${proven?.takenAt.toISOString() ?? 'an unknown time'}. Run npm run backup, then npm run backup -- prove`;
    case 'FAULTS':
      return `The data in the backup ${file} has ${last?.faultCount} faults. First: ${fault}`;
    case 'REFUSED':
      return `The backup ${file} can't be restored: ${fault}`;
    case 'FAILED':
      return `The test restore of the backup ${file} failed: ${fault}`;
  }
}
