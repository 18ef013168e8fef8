import type { CouponBatchStatus, CouponCodeKind, CouponState, CouponStatus } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import type { CouponRow } from './coupon-record.ts';

/** Whose a code or an order is. */
export interface CouponStreamer {
  readonly id: string;
  readonly name: string;
}

const STATES: Readonly<Record<CouponState, string>> = {
  ACTIVE: 'It may be used.',
  DISABLED: 'It may not be used.',
};

const STATUSES: Readonly<Record<CouponStatus, string>> = {
  ACTIVE: 'It can be redeemed.',
  NOT_YET_VALID: 'Its time is ahead.',
  RESERVED: 'All its uses are taken, some of them held.',
  REDEEMED: 'All its uses are confirmed.',
  EXPIRED: 'Its time, or that of its campaign, is over.',
  DISABLED: 'Staff have disabled it.',
  CAMPAIGN_OFF: 'Its campaign is a draft, paused, exhausted, canceled or archived.',
};

const CODE_KINDS: Readonly<Record<CouponCodeKind, string>> = {
  UNIQUE: 'Generated, and given to one person.',
  SHARED: 'Chosen, and used by many.',
};

const BATCH_STATUSES: Readonly<Record<CouponBatchStatus, string>> = {
  QUEUED: 'The job that makes the codes has not started.',
  RUNNING: 'Codes are being made.',
  DONE: 'All codes are made.',
  STOPPED: 'Stopped before all codes were made, because the job or the campaign was canceled; those made stay.',
  FAILED: 'The job failed before all codes were made.',
};

/** Types that coupons and their orders share. */
export interface CouponTypes {
  readonly state: EnumRef<BuilderTypes, CouponState>;
  readonly status: EnumRef<BuilderTypes, CouponStatus>;
  readonly kind: EnumRef<BuilderTypes, CouponCodeKind>;
  readonly batchStatus: EnumRef<BuilderTypes, CouponBatchStatus>;
  readonly streamer: ObjectRef<BuilderTypes, CouponStreamer>;
}

/** Adds the types that coupons and their orders share. */
export function addSharedTypes(builder: Builder): CouponTypes {
  return {
    state: addEnum(builder, 'CouponState', 'What staff have set; `docs/states.md` shows what leads where.', STATES),
    status: addEnum(builder, 'CouponStatus', 'What a coupon is at this moment.', STATUSES),
    kind: addEnum(builder, 'CouponCodeKind', 'Kind of a code.', CODE_KINDS),
    batchStatus: addEnum(builder, 'CouponBatchStatus', 'How far a batch of codes is.', BATCH_STATUSES),
    streamer: builder.objectRef<CouponStreamer>('CouponStreamer').implement({
      description: 'The streamer whose codes they are.',
      fields: (t) => ({
        id: t.exposeID('id', { description: 'Id of the streamer.' }),
        name: t.exposeString('name', { description: 'Name that people see.' }),
      }),
    }),
  };
}

/** Whose it is, by columns of a list. */
export function streamerOf(row: {
  readonly streamerId: string | null;
  readonly streamerName: string | null;
}): CouponStreamer | null {
  return row.streamerId === null ? null : { id: row.streamerId, name: row.streamerName ?? '' };
}

/** The type of a coupon. */
export type CouponObject = ObjectRef<BuilderTypes, CouponRow>;
