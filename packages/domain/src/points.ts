import { z } from 'zod';
import { reason } from './account.ts';

/** Who can own points. SYSTEM is the product itself. */
export const WALLET_OWNER_TYPES = ['STORE', 'ACCOUNT', 'GIVEAWAY', 'SYSTEM'] as const;
/** Kind of owner of a wallet. */
export type WalletOwnerType = (typeof WALLET_OWNER_TYPES)[number];

/**
 * Wallets of the product itself, the same everywhere. ISSUANCE: where points come from. BREAKAGE: where points go that nobody will
 * spend. CORRECTION: the other side of adjustments by hand. CAMPAIGN: where points that coupons bring come from.
 */
export const SYSTEM_WALLETS = {
  ISSUANCE: '00000000-0000-7000-8000-000000000001',
  BREAKAGE: '00000000-0000-7000-8000-000000000002',
  CORRECTION: '00000000-0000-7000-8000-000000000003',
  CAMPAIGN: '00000000-0000-7000-8000-000000000004',
} as const;
/** One of the wallets of the product itself. */
export type SystemWalletCode = keyof typeof SYSTEM_WALLETS;

/** What a transfer is for. */
export const POINTS_TRANSFER_CODES = [
  'ISSUE',
  'EARN',
  'SPEND',
  'MANUAL_CREDIT',
  'MANUAL_DEBIT',
  'GIVEAWAY_FUND',
  'GIVEAWAY_PRIZE',
  'GIVEAWAY_ENTRY',
  'GIVEAWAY_REFUND',
  'COUPON_REWARD',
  'REVERSAL',
  'OPENING',
] as const;
/** Kind of a transfer. */
export type PointsTransferCode = (typeof POINTS_TRANSFER_CODES)[number];

/** What machine clients may post: the rest belongs to features that post by themselves. */
export const MACHINE_TRANSFER_CODES = [
  'ISSUE',
  'EARN',
  'SPEND',
  'OPENING',
] as const satisfies readonly PointsTransferCode[];

/** What a transfer may be about. */
export const POINTS_REF_TYPES = ['STAFF', 'GIVEAWAY', 'REDEMPTION', 'TRANSFER', 'IMPORT'] as const;
/** Kind of thing that a transfer is about. */
export type PointsRefType = (typeof POINTS_REF_TYPES)[number];

/** Limits of the ledger; they hold in the database as well. */
export const POINTS_LIMITS = {
  /** Of one transfer. */
  amountMax: 1_000_000_000_000,
  /** Transfers of one batch. */
  batchMax: 5_000,
  keyMaxLength: 64,
  referenceMaxLength: 128,
  /** A claimed instant may be so far ahead; it is then taken for now. */
  aheadSeconds: 60,
  /** A transfer may be recorded so long after it occurred. */
  behindDays: 90,
  /** Adjustments by hand above this are confirmed by typing the amount again. */
  confirmAbove: 50_000,
  /** A wallet with more entries than this is verified by a job. */
  verifyAtOnceMax: 50_000,
  /** Such jobs of one person at once. */
  verifyJobsMax: 3,
} as const;

const visible = z.string().regex(/^[\x21-\x7e]+$/);

/** Points of one transfer. */
export const pointsAmount = z.int().min(1).max(POINTS_LIMITS.amountMax);

/** Key under which a transfer is known for ever. */
export const pointsKey = visible.min(1).max(POINTS_LIMITS.keyMaxLength);

/** Rules of a transfer that a machine client posts. */
export const machineTransferFields = z.strictObject({
  key: pointsKey,
  amount: pointsAmount,
  code: z.enum(MACHINE_TRANSFER_CODES),
  reason: reason.nullish(),
  occurredAt: z.date().nullish(),
  reference: z.string().trim().min(1).max(POINTS_LIMITS.referenceMaxLength).nullish(),
});

/**
 * What verification can find wrong. TRANSFER: a transfer has not its two entries, or an entry not its transfer. GAP: a number is missing.
 * BALANCE: a balance is not the one before plus the points. CHAIN: an entry does not carry the hash of the one before. HASH: a hash is not
 * that of its entry. WALLET: a wallet does not stand where its entries do. WHOLE: the points held are not those issued.
 */
export const LEDGER_FAULTS = ['TRANSFER', 'GAP', 'BALANCE', 'CHAIN', 'HASH', 'WALLET', 'WHOLE'] as const;
/** Kind of fault. */
export type LedgerFaultKind = (typeof LEDGER_FAULTS)[number];
