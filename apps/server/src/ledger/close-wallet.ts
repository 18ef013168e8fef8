import type { Kysely } from 'kysely';
import type { Database } from '../db/client.ts';
import { type PostedTransfer, postTransfer } from './post-transfer.ts';
import { freezeWallet } from './wallet.ts';

/** How a wallet ends. */
export interface WalletClosing {
  readonly walletId: string;
  /** Where its points go: `SYSTEM_WALLETS.BREAKAGE` or the wallet of somebody else. */
  readonly destinationWalletId: string;
  readonly reason: string;
}

/** What closing a wallet moved. */
export interface ClosedWallet {
  readonly points: number;
  /** Null where there was nothing to move. */
  readonly transfer: PostedTransfer | null;
}

/**
 * Moves all points of a wallet, frozen or not, and leaves it frozen. The wallet is locked first, so what is moved is all of it.
 * @throws AppError `wallet.not-found` where the destination is none
 */
export async function closeWallet(
  trx: Kysely<Database>,
  { walletId, destinationWalletId, reason }: WalletClosing,
  createdBy: string,
): Promise<ClosedWallet> {
  await freezeWallet(trx, walletId, true);
  // Thawed in the sight of this transaction only: others wait for the row until it ends, and then find it frozen.
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
            // A wallet has a number only once, so a closing that is tried again after it was undone is another one.
            key: `close:${walletId}:${lastSeq}`,
          },
          createdBy,
        );
  await freezeWallet(trx, walletId, true);
  return { points: balance, transfer };
}
