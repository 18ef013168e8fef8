import { AppError, type WalletOwnerType } from '@backcounter/domain';
import type { Kysely } from 'kysely';
import { callFunction } from '../db/call-function.ts';
import type { Database } from '../db/client.ts';

/** Whose wallet it is; SYSTEM wallets have no owner but an id of their own (`SYSTEM_WALLETS`). */
export interface WalletOwner {
  readonly type: Exclude<WalletOwnerType, 'SYSTEM'>;
  readonly id: string;
}

/** A wallet at this moment. */
export interface Wallet {
  readonly id: string;
  readonly owner: WalletOwner;
  /** Points that are in it. */
  readonly balance: number;
  /** Entries that it has. */
  readonly lastSeq: number;
  /** Points that ever came in, and that ever went out. */
  readonly creditedTotal: number;
  readonly debitedTotal: number;
  readonly isFrozen: boolean;
}

/**
 * The wallet of an owner, opened if there is none yet; two at once open one. Accounts have theirs from the moment they are created.
 * @returns id of the wallet
 */
export async function openWallet(trx: Kysely<Database>, owner: WalletOwner, isFrozen = false): Promise<string> {
  const id = await callFunction(trx, 'open_wallet', { owned_by: owner.type, owner: owner.id, is_frozen: isFrozen });
  if (id === null) throw new Error(`No wallet of ${owner.type} ${owner.id}.`);
  return id;
}

/**
 * The wallet of an owner as the transaction sees it, without a lock: for showing. What depends on the balance asks for a transfer.
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
 * Stops what goes out of a wallet, or allows it again; points may come in meanwhile. Waits for transfers that are under way. Wallets
 * of accounts follow the account's state by themselves.
 * @returns false where it was so already
 */
export async function freezeWallet(trx: Kysely<Database>, walletId: string, isFrozen: boolean): Promise<boolean> {
  return (await callFunction(trx, 'freeze_wallet', { wallet: walletId, is_frozen: isFrozen })) === true;
}
