import { z } from 'zod';

/**
 * Current status of a code order. STOPPED: the order or its campaign was canceled before all codes were made; codes
 * made before remain. DISABLED: all codes are disabled.
 */
export const COUPON_BATCH_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'STOPPED', 'FAILED', 'DISABLED'] as const;
/** One of the statuses. */
export type CouponBatchStatus = (typeof COUPON_BATCH_STATUSES)[number];

/** Limits of code orders and of actions on codes. */
export const COUPON_ORDER_LIMITS = {
  countMax: 5_000_000,
  /** Codes made synchronously; a job makes larger orders. */
  atOnceMax: 1_000,
  /** Codes that a job makes in one transaction. */
  chunk: 10_000,
  /** Codes revealed per request. */
  revealMax: 100,
} as const;

/** Field rules of an order of unique codes. The server checks that its time window is within the campaign's. */
export const couponOrderFields = z.strictObject({
  count: z.int().min(1).max(COUPON_ORDER_LIMITS.countMax),
  /** Streamer who gets the codes. */
  streamerId: z.uuid().nullable().optional(),
});
