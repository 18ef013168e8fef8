import { z } from 'zod';
import { reason } from './account.ts';

/** Owners of wallets. SYSTEM is the product. */
export const WALLET_OWNER_TYPES = ['STORE', 'ACCOUNT', 'GIVEAWAY', 'SYSTEM'] as const;
/** Kind of owner of a wallet. */
export type WalletOwnerType = (typeof WALLET_OWNER_TYPES)[number];

/**
 * Wallets of the product, the same in every installation. ISSUANCE: source of points. BREAKAGE: points that expired.
 * CORRECTION: counterpart of manual adjustments. CAMPAIGN: source of points from coupons.
 */
export const SYSTEM_WALLETS = {
  ISSUANCE: '00000000-0000-7000-8000-000000000001',
  BREAKAGE: '00000000-0000-7000-8000-000000000002',
  CORRECTION: '00000000-0000-7000-8000-000000000003',
  CAMPAIGN: '00000000-0000-7000-8000-000000000004',
} as const;
/** One of the product's wallets. */
export type SystemWalletCode = keyof typeof SYSTEM_WALLETS;

/** Purpose of a transfer. */
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

/** Transfers that machine clients may post; features post the others. */
export const MACHINE_TRANSFER_CODES = [
  'ISSUE',
  'EARN',
  'SPEND',
  'OPENING',
] as const satisfies readonly PointsTransferCode[];

/** Kinds of records that a transfer may refer to. */
export const POINTS_REF_TYPES = ['STAFF', 'GIVEAWAY', 'REDEMPTION', 'TRANSFER', 'IMPORT'] as const;
/** Kind of record that a transfer refers to. */
export type PointsRefType = (typeof POINTS_REF_TYPES)[number];

/** Transfers that a file of past entries may have. */
export const IMPORT_TRANSFER_CODES = ['OPENING', 'ISSUE', 'EARN', 'MANUAL_CREDIT', 'SPEND', 'MANUAL_DEBIT'] as const;
/** Kind of a transfer in a file. */
export type ImportTransferCode = (typeof IMPORT_TRANSFER_CODES)[number];

/** Limits of the ledger; the database enforces them as well. */
export const POINTS_LIMITS = {
  /** Of one transfer. */
  amountMax: 1_000_000_000_000,
  /** Transfers of one batch. */
  batchMax: 5_000,
  keyMaxLength: 64,
  referenceMaxLength: 128,
  /** A given instant may be this far ahead; it is then clamped to now. */
  aheadSeconds: 60,
  /** A transfer may be recorded this long after it occurred. */
  behindDays: 90,
  /** A file may have entries of this many years. */
  importYears: 30,
  /** Of one row, and of one file in and out. */
  importRowMax: 1_000_000_000,
  importFileMax: 1_000_000_000_000,
  /** Manual adjustments above this are confirmed by typing the amount. */
  confirmAbove: 50_000,
  /** A job verifies wallets with more entries than this. */
  verifyAtOnceMax: 50_000,
  /** Such jobs per person at a time. */
  verifyJobsMax: 3,
} as const;

const visible = z.string().regex(/^[\x21-\x7e]+$/);

/** Points of one transfer. */
export const pointsAmount = z.int().min(1).max(POINTS_LIMITS.amountMax);

/** Idempotency key of a transfer, kept permanently. */
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
 * Faults that verification can find. TRANSFER: a transfer lacks one of its two entries, or an entry its transfer. GAP:
 * a number is missing. BALANCE: a balance is not the previous one plus the points. CHAIN: an entry does not carry the
 * hash of the previous one. HASH: a hash does not match its entry. WALLET: a wallet does not match its entries. WHOLE:
 * the points held are not those issued.
 */
export const LEDGER_FAULTS = ['TRANSFER', 'GAP', 'BALANCE', 'CHAIN', 'HASH', 'WALLET', 'WHOLE'] as const;
/** Kind of fault. */
export type LedgerFaultKind = (typeof LEDGER_FAULTS)[number];
