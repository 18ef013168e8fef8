import { z } from 'zod';

/** What an order of codes is at a moment. STOPPED: it was cancelled, or its campaign was, before all of them were made; what was made stays. */
export const COUPON_BATCH_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED'] as const;
/** One of the statuses. */
export type CouponBatchStatus = (typeof COUPON_BATCH_STATUSES)[number];

/** Limits of orders of codes and of what is done with codes. */
export const COUPON_ORDER_LIMITS = {
  countMax: 5_000_000,
  /** So many are made at once; more are made by a job. */
  atOnceMax: 1_000,
  /** Codes that a job makes in one transaction. */
  chunk: 10_000,
  /** Codes that are revealed at a time. */
  revealMax: 100,
} as const;

/** Field rules of an order of unique codes. Its window is the server's to judge: it lies within the campaign's. */
export const couponOrderFields = z.strictObject({
  count: z.int().min(1).max(COUPON_ORDER_LIMITS.countMax),
  /** Whose codes they will be. */
  streamerId: z.uuid().nullable().optional(),
});
