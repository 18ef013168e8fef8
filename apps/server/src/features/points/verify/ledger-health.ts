import type { RequestContext } from '../../../graphql/request-context.ts';
import { type VerificationProgress, verificationProgress } from '../../../ledger/verification.ts';
import type { LedgerFault } from '../../../ledger/verification-steps.ts';

/** Result of the latest checks of the ledger. */
export interface LedgerHealth {
  readonly isHealthy: boolean;
  /** End of the last full check; null before the first. */
  readonly verifiedAt: Date | null;
  readonly entries: number;
  readonly faultCount: number;
  /** The first faults. */
  readonly faults: readonly LedgerFault[];
}

const FAULTS_MAX = 20;
const UNKNOWN: Pick<VerificationProgress, 'entries' | 'faultCount' | 'faults'> = {
  entries: 0,
  faultCount: 0,
  faults: [],
};

/** Reads the faults of the last full check and of checks of single wallets. */
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
