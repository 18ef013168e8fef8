import { COUPON_BATCH_STATUSES, COUPON_CODE_KINDS, COUPON_STATES, COUPON_STATUSES } from '@backcounter/domain';
import type { Builder } from '../../../graphql/builder.ts';
import type { CouponRow } from './coupon-record.ts';

/** Whose a code or an order is. */
export interface CouponStreamer {
  readonly id: string;
  readonly name: string;
}

/** Types that coupons and their orders share. */
export function addSharedTypes(builder: Builder) {
  return {
    state: builder.enumType('CouponState', { values: [...COUPON_STATES].sort() }),
    status: builder.enumType('CouponStatus', { values: [...COUPON_STATUSES].sort() }),
    kind: builder.enumType('CouponCodeKind', { values: [...COUPON_CODE_KINDS].sort() }),
    batchStatus: builder.enumType('CouponBatchStatus', { values: [...COUPON_BATCH_STATUSES].sort() }),
    streamer: builder.objectRef<CouponStreamer>('CouponStreamer').implement({
      fields: (t) => ({ id: t.exposeID('id'), name: t.exposeString('name') }),
    }),
  };
}

/** The types. */
export type CouponTypes = ReturnType<typeof addSharedTypes>;

/** Whose it is, by columns of a list. */
export function streamerOf(row: {
  readonly streamerId: string | null;
  readonly streamerName: string | null;
}): CouponStreamer | null {
  return row.streamerId === null ? null : { id: row.streamerId, name: row.streamerName ?? '' };
}

const couponRefOf = (builder: Builder) => builder.objectRef<CouponRow>('Coupon');
/** The type of a coupon. */
export type CouponObject = ReturnType<ReturnType<typeof couponRefOf>['implement']>;
