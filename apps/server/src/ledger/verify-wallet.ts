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

/** What came of walking the chain of one wallet. */
export interface WalletVerification {
  readonly entries: number;
  /** The first entry that is wrong, or the wallet itself; null when all adds up. */
  readonly fault: LedgerFault | null;
}

/**
 * Walks the chain of a wallet from its first entry to its newest, ends at the first that is wrong, and notes what came of it.
 * @param by subject of whoever asked
 * @param signal ends the walk between two batches
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
