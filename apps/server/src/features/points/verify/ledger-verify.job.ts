import { POINTS_LIMITS } from '@backcounter/domain';
import { z } from 'zod';
import { defineJob } from '../../../jobs/job-definition.ts';
import {
  advanceVerification,
  beginVerification,
  noteVerification,
  VERIFICATION_START,
  type VerificationProgress,
} from '../../../ledger/verification.ts';
import { verifyWallet } from '../../../ledger/verify-wallet.ts';

/** Checking rows is cheap: a batch has this many times the rows of a batch of changes. */
const ROWS_FACTOR = 10;

interface Cursor {
  readonly id: string;
  readonly progress: VerificationProgress;
}

/** Verifies the invariants of the ledger for one wallet or for all. */
export const ledgerVerifyJob = defineJob({
  kind: 'ledger.verify',
  permission: 'points.verify',
  params: z.strictObject({
    /** Null: all wallets. */
    walletId: z.uuid().nullable(),
    /** Display name of the wallet's owner. */
    label: z.string().max(200).nullable(),
  }),
  summarise: ({ label }) => ({ label }),
  limitPerPerson: async () => POINTS_LIMITS.verifyJobsMax,
  run: async (run, { walletId }) => {
    if (walletId !== null) {
      const { entries, fault } = await verifyWallet(run.db, walletId, run.caller.sub, run.signal);
      await run.progress(entries, { DONE: entries, ...(fault === null ? {} : { 'FAILED ledger-fault': 1 }) });
      return;
    }
    await run.batches<Cursor>(async (trx, cursor, _isLastTry, rows) => {
      if (cursor?.progress.stage === null) return null;
      const before = cursor ?? {
        id: await beginVerification(trx, 'JOB', run.caller.sub),
        progress: VERIFICATION_START,
      };
      const progress = await advanceVerification(trx, before.progress, rows * ROWS_FACTOR);
      await noteVerification(trx, before.id, progress);
      const seen = seenOf(progress) - seenOf(before.progress);
      const faults = progress.faultCount - before.progress.faultCount;
      const outcomes = { DONE: Math.max(0, seen - faults), ...(faults === 0 ? {} : { 'FAILED ledger-fault': faults }) };
      return { cursor: { id: before.id, progress }, done: seen, outcomes };
    });
  },
});

function seenOf({ transfers, entries, wallets }: VerificationProgress): number {
  return transfers + entries + wallets;
}
