import type { RequestContext } from '../../../graphql/request-context.ts';
import { type VerificationProgress, verificationProgress } from '../../../ledger/verification.ts';
import type { LedgerFault } from '../../../ledger/verification-steps.ts';

/** What the last checks of the ledger found. */
export interface LedgerHealth {
  readonly isHealthy: boolean;
  /** When a check of everything last ended; null: none has yet. */
  readonly verifiedAt: Date | null;
  readonly entries: number;
  readonly faultCount: number;
  /** The first of them. */
  readonly faults: readonly LedgerFault[];
}

const FAULTS_MAX = 20;
const UNKNOWN: Pick<VerificationProgress, 'entries' | 'faultCount' | 'faults'> = {
  entries: 0,
  faultCount: 0,
  faults: [],
};

/** Faults of the last check of everything, and of wallets that were checked by themselves. */
export async function readLedgerHealth({ db }: RequestContext): Promise<LedgerHealth> {
  const last = await db
    .selectFrom('ledger_verification')
    .select(['finished_at', 'progress'])
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { entries, faultCount, faults } = last === undefined ? UNKNOWN : verificationProgress.parse(last.progress);
  const known = new Set(faults.map(({ walletId }) => walletId));
  const proofs = await db
    .selectFrom('points_wallet_proof')
    .select(['wallet_id', 'fault', 'fault_seq'])
    .where('fault', 'is not', null)
    .orderBy('verified_at')
    .limit(FAULTS_MAX)
    .execute();
  const others = proofs
    .filter(({ wallet_id: walletId }) => !known.has(walletId))
    .map(({ wallet_id: walletId, fault, fault_seq: seq }) => ({
      fault: fault as LedgerFault['fault'],
      walletId,
      seq,
      transferId: null,
    }));
  const total = faultCount + others.length;
  return {
    isHealthy: total === 0,
    verifiedAt: last?.finished_at ?? null,
    entries,
    faultCount: total,
    faults: [...faults, ...others].slice(0, FAULTS_MAX),
  };
}
