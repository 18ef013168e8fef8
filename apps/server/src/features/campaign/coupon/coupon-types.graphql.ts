import type { CouponBatchStatus, CouponCodeKind, CouponState, CouponStatus } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import type { CouponRow } from './coupon.list.ts';

/** The streamer of a code or batch. */
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
  NOT_YET_VALID: 'Its validity has not started.',
  RESERVED: 'All its uses are confirmed or held.',
  REDEEMED: 'All its uses are confirmed.',
  EXPIRED: 'Its validity, or its campaign, has ended.',
  DISABLED: 'Staff have disabled it.',
  CAMPAIGN_OFF: 'Its campaign is a draft, paused, exhausted, canceled or archived.',
};

const CODE_KINDS: Readonly<Record<CouponCodeKind, string>> = {
  UNIQUE: 'Generated, for one person.',
  SHARED: 'Chosen, for many people.',
};

const BATCH_STATUSES: Readonly<Record<CouponBatchStatus, string>> = {
  QUEUED: 'The job that generates the codes has not started.',
  RUNNING: 'Codes are being generated.',
  DONE: 'All codes are generated.',
  STOPPED:
    'Stopped before all codes were generated, because the job or the campaign was canceled; existing codes stay.',
  FAILED: 'The job failed before all codes were generated.',
  DISABLED: 'A job has disabled all codes, and none was enabled since.',
};

/** Types shared by coupons and batches. */
export interface CouponTypes {
  readonly state: EnumRef<BuilderTypes, CouponState>;
  readonly status: EnumRef<BuilderTypes, CouponStatus>;
  readonly kind: EnumRef<BuilderTypes, CouponCodeKind>;
  readonly batchStatus: EnumRef<BuilderTypes, CouponBatchStatus>;
  readonly streamer: ObjectRef<BuilderTypes, CouponStreamer>;
}

/** Adds the types shared by coupons and batches. */
export function addSharedTypes(builder: Builder): CouponTypes {
  return {
    state: addEnum(builder, 'CouponState', 'State set by staff; `docs/states.md` shows the transitions.', STATES),
    status: addEnum(builder, 'CouponStatus', 'Current status of a coupon.', STATUSES),
    kind: addEnum(builder, 'CouponCodeKind', 'Kind of a code.', CODE_KINDS),
    batchStatus: addEnum(builder, 'CouponBatchStatus', 'Progress of a batch of codes.', BATCH_STATUSES),
    streamer: builder.objectRef<CouponStreamer>('CouponStreamer').implement({
      description: 'Streamer of codes.',
      fields: (t) => ({
        id: t.exposeID('id', { description: 'Id of the streamer.' }),
        name: t.exposeString('name', { description: 'Display name.' }),
      }),
    }),
  };
}

/** The streamer, from the columns of a list row. */
export function streamerOf(row: {
  readonly streamerId: string | null;
  readonly streamerName: string | null;
}): CouponStreamer | null {
  return row.streamerId === null ? null : { id: row.streamerId, name: row.streamerName ?? '' };
}

/** The type of a coupon. */
export type CouponObject = ObjectRef<BuilderTypes, CouponRow>;
