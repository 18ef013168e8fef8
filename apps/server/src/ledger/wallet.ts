import { AppError, type WalletOwnerType } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';

/** Owner of a wallet. SYSTEM wallets have no owner but a fixed id (`SYSTEM_WALLETS`). */
export interface WalletOwner {
  readonly type: Exclude<WalletOwnerType, 'SYSTEM'>;
  readonly id: string;
}

/** Current state of a wallet. */
export interface Wallet {
  readonly id: string;
  readonly owner: WalletOwner;
  /** Points in the wallet. */
  readonly balance: number;
  /** Number of entries. */
  readonly lastSeq: number;
  /** Sums of all points ever received and spent. */
  readonly creditedTotal: number;
  readonly debitedTotal: number;
  readonly isFrozen: boolean;
}

/**
 * The wallet of an owner, opened if it does not exist; concurrent calls open one. Accounts get theirs on creation.
 * @returns the wallet's id
 */
export async function openWallet(trx: Kysely<Database>, owner: WalletOwner, isFrozen = false): Promise<string> {
  const id = await callFunction(trx, 'open_wallet', { owned_by: owner.type, owner: owner.id, is_frozen: isFrozen });
  if (id === null) throw new Error(`No wallet of ${owner.type} ${owner.id}.`);
  return id;
}

/**
 * The wallet of an owner as the transaction sees it, unlocked: for display only. Anything that depends on the balance
 * must post a transfer.
 * @throws AppError `wallet.not-found`
 */
export async function readWallet(db: Kysely<Database>, owner: WalletOwner): Promise<Wallet> {
  const row = await db
    .selectFrom('points_wallet')
    .select(['id', 'balance', 'last_seq', 'credited_total', 'debited_total', 'frozen'])
    .where('owner_type', '=', owner.type)
    .where('owner_id', '=', owner.id)
    .executeTakeFirst();
  if (row === undefined) throw new AppError('wallet.not-found', { message: 'There is no wallet.' });
  return {
    id: row.id,
    owner,
    balance: row.balance,
    lastSeq: row.last_seq,
    creditedTotal: row.credited_total,
    debitedTotal: row.debited_total,
    isFrozen: row.frozen,
  };
}

/**
 * Freezes a wallet against debits, or unfreezes it; credits are always possible. Waits for transfers in progress.
 * Wallets of accounts follow the account's state automatically.
 * @returns false if nothing changed
 */
export async function freezeWallet(trx: Kysely<Database>, walletId: string, isFrozen: boolean): Promise<boolean> {
  return (await callFunction(trx, 'freeze_wallet', { wallet: walletId, is_frozen: isFrozen })) === true;
}
