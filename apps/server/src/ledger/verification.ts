import { LEDGER_FAULTS } from '@backcounter/domain';
import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../db/client.ts';
import {
  checkEntries,
  checkTransfers,
  checkWallets,
  checkWhole,
  type LedgerFault,
  type StepResult,
} from './verification-steps.ts';

const STAGES = ['transfers', 'entries', 'wallets', 'whole'] as const;
const SAMPLES = 20;

/** Progress of a check of the whole ledger, as JSON so that another process can continue it. */
export const verificationProgress = z.object({
  /** Null when finished. */
  stage: z.enum(STAGES).nullable(),
  cursor: z.union([z.string(), z.object({ walletId: z.string(), seq: z.int() })]).nullable(),
  transfers: z.int(),
  entries: z.int(),
  wallets: z.int(),
  faultCount: z.int(),
  /** The first faults found. */
  faults: z.array(
    z.object({
      fault: z.enum(LEDGER_FAULTS),
      walletId: z.string().nullable(),
      seq: z.int().nullable(),
      transferId: z.string().nullable(),
    }),
  ),
});
/** Progress of a check of the whole ledger. */
export type VerificationProgress = z.infer<typeof verificationProgress>;

/** Progress at the start of a check. */
export const VERIFICATION_START: VerificationProgress = {
  stage: 'transfers',
  cursor: null,
  transfers: 0,
  entries: 0,
  wallets: 0,
  faultCount: 0,
  faults: [],
};

/** Checks up to `rows` more rows with one statement. Changes nothing. */
export async function advanceVerification(
  db: Kysely<Database>,
  progress: VerificationProgress,
  rows: number,
): Promise<VerificationProgress> {
  const { stage, cursor } = progress;
  if (stage === null) return progress;
  const id = typeof cursor === 'string' ? cursor : null;
  const step: StepResult<VerificationProgress['cursor']> =
    stage === 'transfers'
      ? await checkTransfers(db, id, rows)
      : stage === 'entries'
        ? await checkEntries(db, typeof cursor === 'string' ? null : cursor, rows)
        : stage === 'wallets'
          ? await checkWallets(db, id, rows)
          : await checkWhole(db);
  return {
    ...progress,
    stage: step.next === null ? (STAGES[STAGES.indexOf(stage) + 1] ?? null) : stage,
    cursor: step.next,
    ...(stage === 'whole' ? {} : { [stage]: progress[stage] + step.seen }),
    faultCount: progress.faultCount + step.faultCount,
    faults: [...progress.faults, ...step.faults].slice(0, SAMPLES),
  };
}

/** Origin of a check of the whole ledger. */
export type VerificationSource = 'NIGHTLY' | 'JOB' | 'COMMAND';

/** Records the start of a check. @returns its id */
export async function beginVerification(
  db: Kysely<Database>,
  source: VerificationSource,
  requestedBy: string | null,
): Promise<string> {
  const { id } = await db
    .insertInto('ledger_verification')
    .values({ source, requested_by: requestedBy, progress: JSON.stringify(VERIFICATION_START) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Records a check's progress. At the end it marks wallets with faults and clears the marks of wallets without. */
export async function noteVerification(
  db: Kysely<Database>,
  id: string,
  progress: VerificationProgress,
): Promise<void> {
  const isDone = progress.stage === null;
  const { started_at: startedAt } = await db
    .updateTable('ledger_verification')
    .set({ progress: JSON.stringify(progress), finished_at: isDone ? sql<Date>`now()` : null })
    .where('id', '=', id)
    .returning('started_at')
    .executeTakeFirstOrThrow();
  if (!isDone) return;
  for (const fault of firstOfWallets(progress.faults)) await noteProof(db, { ...fault, throughSeq: 0, by: null });
  if (progress.faultCount === 0)
    await db
      .deleteFrom('points_wallet_proof')
      .where('fault', 'is not', null)
      .where('verified_at', '<', startedAt)
      .execute();
  await db.deleteFrom('ledger_verification').where('started_at', '<', sql<Date>`now() - interval '90 days'`).execute();
}

/** Result of checking a wallet's chain. */
interface Proof {
  readonly walletId: string;
  readonly throughSeq: number;
  readonly by: string | null;
  readonly fault: LedgerFault['fault'] | null;
  readonly seq: number | null;
}

/** Stores the result of checking a wallet's chain. */
export async function noteProof(db: Kysely<Database>, { walletId, throughSeq, by, fault, seq }: Proof): Promise<void> {
  const noted = {
    verified_at: sql<Date>`now()`,
    verified_by: by,
    through_seq: throughSeq,
    fault,
    fault_seq: seq,
  };
  await db
    .insertInto('points_wallet_proof')
    .values({ wallet_id: walletId, ...noted })
    .onConflict((conflict) => conflict.column('wallet_id').doUpdateSet(noted))
    .execute();
}

function firstOfWallets(faults: readonly LedgerFault[]): (LedgerFault & { readonly walletId: string })[] {
  const first = new Map<string, LedgerFault & { readonly walletId: string }>();
  for (const { walletId, ...fault } of faults)
    if (walletId !== null && !first.has(walletId)) first.set(walletId, { ...fault, walletId });
  return [...first.values()];
}
