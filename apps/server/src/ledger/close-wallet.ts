import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { type PostedTransfer, postTransfer } from './post-transfer.ts';
import { freezeWallet } from './wallet.ts';

/** A wallet to close. */
export interface WalletClosing {
  readonly walletId: string;
  /** Destination of its points: `SYSTEM_WALLETS.BREAKAGE` or another owner's wallet. */
  readonly destinationWalletId: string;
  readonly reason: string;
}

/** Result of closing a wallet. */
export interface ClosedWallet {
  readonly points: number;
  /** Null if the wallet was empty. */
  readonly transfer: PostedTransfer | null;
}

/**
 * Moves all points out of a wallet, frozen or not, and leaves it frozen. The wallet is locked first, so nothing is
 * missed.
 * @throws AppError `wallet.not-found` if the destination does not exist
 */
export async function closeWallet(
  trx: Kysely<Database>,
  { walletId, destinationWalletId, reason }: WalletClosing,
  createdBy: string,
): Promise<ClosedWallet> {
  await freezeWallet(trx, walletId, true);
  // Unfrozen only within this transaction: others wait for the row lock and then find it frozen.
  await freezeWallet(trx, walletId, false);
  const { balance, last_seq: lastSeq } = await trx
    .selectFrom('points_wallet')
    .select(['balance', 'last_seq'])
    .where('id', '=', walletId)
    .executeTakeFirstOrThrow();
  const transfer =
    balance === 0
      ? null
      : await postTransfer(
          trx,
          {
            debitWalletId: walletId,
            creditWalletId: destinationWalletId,
            amount: balance,
            code: 'MANUAL_DEBIT',
            reason,
            reference: { type: 'STAFF' },
            // Includes the wallet's last number, so a closing repeated after an undo is a new transfer.
            key: `close:${walletId}:${lastSeq}`,
          },
          createdBy,
        );
  await freezeWallet(trx, walletId, true);
  return { points: balance, transfer };
}
