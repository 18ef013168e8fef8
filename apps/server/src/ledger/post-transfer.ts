import { AppError, type ErrorCode, type PointsRefType, type PointsTransferCode } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { callFunction, type FunctionResult } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';

/** Error codes of refused transfers. */
export type TransferRefusal = Extract<
  ErrorCode,
  | 'idempotency.mismatch'
  | 'points.insufficient'
  | 'record.not-found'
  | 'transfer.already-reversed'
  | 'transfer.not-reversible'
  | 'transfer.time-out-of-range'
  | 'transfer.wrong-wallets'
  | 'wallet.frozen'
  | 'wallet.full'
  | 'wallet.not-found'
>;

/** A transfer of points between two wallets. */
export interface NewTransfer {
  readonly debitWalletId: string;
  readonly creditWalletId: string;
  /** 1 to 10^12. */
  readonly amount: number;
  readonly code: Exclude<PointsTransferCode, 'REVERSAL'>;
  /** 1 to 300 characters; required for manual transfers. */
  readonly reason?: string | null;
  /** When it happened, if not now: at most 1 minute ahead and 90 days back. */
  readonly occurredAt?: Date | null;
  readonly reference?: { readonly type: PointsRefType; readonly id?: string | null } | null;
  /**
   * Idempotency key, chosen by the sender: 1 to 64 characters, unique per sender forever. The same key means the same
   * transfer.
   */
  readonly key: string;
}

/** Result of one transfer. */
export type TransferOutcome =
  | { readonly outcome: 'POSTED' | 'REPLAYED'; readonly transferId: string; readonly refusal: null }
  | { readonly outcome: 'REFUSED'; readonly transferId: null; readonly refusal: TransferRefusal };

/** A posted transfer. */
export interface PostedTransfer {
  readonly id: string;
  /** True if the key was already used for this transfer, so nothing moved this time. */
  readonly isReplayed: boolean;
}

/** English text of each refusal. */
export const TRANSFER_REFUSALS: Readonly<Record<TransferRefusal, string>> = {
  'idempotency.mismatch': 'This key belongs to another transfer.',
  'points.insufficient': 'There are not enough points.',
  'record.not-found': 'There is no such transfer.',
  'transfer.already-reversed': 'The transfer has already been reversed.',
  'transfer.not-reversible': 'A reversal cannot be reversed.',
  'transfer.time-out-of-range': 'The time of the transfer is more than 90 days ago or in the future.',
  'transfer.wrong-wallets': 'A transfer of this code cannot go between such wallets.',
  'wallet.frozen': 'The wallet is frozen.',
  'wallet.full': 'The wallet cannot count more points.',
  'wallet.not-found': 'There is no such wallet.',
};

/**
 * Posts one transfer in the caller's transaction. Locks the wallets of both sides until it ends.
 * @param createdBy subject of the staff member or machine client; `system` for the product itself
 * @throws AppError one of `TransferRefusal`, with nothing written
 */
export async function postTransfer(
  trx: Kysely<Database>,
  transfer: NewTransfer,
  createdBy: string,
): Promise<PostedTransfer> {
  const { debitWalletId, creditWalletId, amount, code, reason, occurredAt, reference, key } = transfer;
  const answer = await callFunction(trx, 'post_points_transfer', {
    debit: debitWalletId,
    credit: creditWalletId,
    points: amount,
    with_code: code,
    with_reason: reason ?? null,
    claimed: occurredAt ?? null,
    about: reference?.type ?? null,
    about_id: reference?.id ?? null,
    reverses: null,
    with_key: key,
    by_sub: createdBy,
  });
  return postedOf(answer);
}

/**
 * Posts up to 5,000 transfers in one statement, in order: a later one may spend what an earlier one brought in. Each is
 * decided individually; a refused one does not affect the others.
 * @returns outcomes in the same order
 */
export async function postTransfers(
  trx: Kysely<Database>,
  transfers: readonly NewTransfer[],
  createdBy: string,
): Promise<TransferOutcome[]> {
  if (transfers.length === 0) return [];
  const items = transfers.map(
    ({ debitWalletId, creditWalletId, amount, code, reason, occurredAt, reference, key }) => ({
      debit: debitWalletId,
      credit: creditWalletId,
      points: amount,
      code,
      reason: reason ?? null,
      claimed: occurredAt ?? null,
      ref_type: reference?.type ?? null,
      ref_id: reference?.id ?? null,
      key,
    }),
  );
  return (await callFunction(trx, 'post_points_transfers', { items, by_sub: createdBy })).map(outcomeOf);
}

/**
 * Reverses a transfer: the same amount the other way. A transfer can be reversed once.
 * @throws AppError one of `TransferRefusal`, with nothing written
 */
export async function reverseTransfer(
  trx: Kysely<Database>,
  reversal: { readonly transferId: string; readonly reason: string; readonly key: string },
  createdBy: string,
): Promise<PostedTransfer> {
  const { transferId: original, reason: with_reason, key: with_key } = reversal;
  return postedOf(
    await callFunction(trx, 'reverse_points_transfer', { original, with_reason, with_key, by_sub: createdBy }),
  );
}

/** Result row of the ledger's SQL functions. */
export type OutcomeRow = Pick<FunctionResult<'post_points_transfer'>, 'outcome' | 'refusal' | 'transfer'>;

function outcomeOf({ outcome, refusal, transfer }: OutcomeRow): TransferOutcome {
  if ((outcome === 'POSTED' || outcome === 'REPLAYED') && transfer !== null)
    return { outcome, transferId: transfer, refusal: null };
  if (outcome === 'REFUSED' && refusal !== null)
    return { outcome, transferId: null, refusal: refusal as TransferRefusal };
  throw new Error('A transfer was neither posted nor refused.');
}

/**
 * The transfer of a result row.
 * @throws AppError one of `TransferRefusal`
 */
export function postedOf(row: OutcomeRow | undefined): PostedTransfer {
  if (row === undefined) throw new Error('A transfer was neither posted nor refused.');
  const { outcome, transferId, refusal } = outcomeOf(row);
  if (outcome === 'REFUSED') throw new AppError(refusal, { message: TRANSFER_REFUSALS[refusal] });
  return { id: transferId, isReplayed: outcome === 'REPLAYED' };
}
