import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { noteProof } from './verification.ts';
import {
  checkEntries,
  checkWallets,
  type EntryPosition,
  type LedgerFault,
  type StepResult,
} from './verification-steps.ts';

const BATCH = 10_000;

/** Result of checking a wallet's chain. */
export interface WalletVerification {
  readonly entries: number;
  /** The first faulty entry, or the wallet itself; null if there is no fault. */
  readonly fault: LedgerFault | null;
}

/**
 * Checks a wallet's chain from its first entry to its newest, stops at the first fault and stores the result.
 * @param by subject of the requester
 * @param signal stops the check between two batches
 */
export async function verifyWallet(
  db: Kysely<Database>,
  walletId: string,
  by: string,
  signal: AbortSignal,
): Promise<WalletVerification> {
  let after: EntryPosition | null = null;
  let entries = 0;
  let fault: LedgerFault | null = null;
  do {
    signal.throwIfAborted();
    const step: StepResult<EntryPosition> = await checkEntries(db, after, BATCH, walletId);
    entries += step.seen;
    fault = step.faults[0] ?? null;
    after = step.next;
  } while (after !== null && fault === null);
  fault ??= (await checkWallets(db, null, 1, walletId)).faults[0] ?? null;
  await noteProof(db, {
    walletId,
    throughSeq: entries,
    by,
    fault: fault?.fault ?? null,
    seq: fault?.seq ?? null,
  });
  return { entries, fault };
}
