import { COUPON_MACHINE, type CouponAction } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../../audit/audit.graphql.ts';
import { auditHistory } from '../../../audit/audit-history.ts';
import { addActionRight } from '../../../crud/action-right.graphql.ts';
import { actionRights } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import { callerMay } from '../../../graphql/request-context.ts';
import { forwardArgs } from '../../../graphql/schema/arguments.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { selectionOf } from '../../../graphql/schema/selection.ts';
import { stampFields } from '../../../graphql/schema/shared-fields.ts';
import type { JobTypes } from '../../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { addCouponBulk } from './bulk/coupon-bulk.graphql.ts';
import { addCouponCheck } from './check/coupon-check.graphql.ts';
import { addCouponUse } from './check/coupon-use.graphql.ts';
import { type CouponRow, couponList } from './coupon.list.ts';
import { addCouponBatch } from './coupon-batch.graphql.ts';
import { addCouponMutations } from './coupon-mutation.graphql.ts';
import { findCoupon } from './coupon-record.ts';
import { addSharedTypes, type CouponObject, type CouponTypes, streamerOf } from './coupon-types.graphql.ts';

const SEARCH_MATCHES = {
  CODE: 'A whole code.',
  ID: 'Id of a coupon.',
  LAST4: 'The last four characters of a code.',
  NONE: 'None of these.',
  NOT_PERMITTED: 'A whole code, which the caller may not search for.',
} as const;

const ACTIONS: Readonly<Record<CouponAction, string>> = {
  DISABLE: '`disableCoupon`.',
  ENABLE: '`enableCoupon`.',
  REVEAL: '`revealCoupons`.',
};

/** Coupons of campaigns: list, record, batches, actions and check. */
export function addCoupon(builder: Builder, list: ListTypes, history: AuditConnectionRef, jobs: JobTypes): void {
  const shared = addSharedTypes(builder);
  const coupon = addCouponType(builder, shared, history);
  const filter = addCouponList(builder, list, shared, coupon);
  builder.queryField('coupon', (t) =>
    t.field({
      type: coupon,
      description: 'One coupon.',
      extensions: needs('coupon.read'),
      args: {
        campaignId: t.arg.id({ required: true, description: 'Its campaign.' }),
        id: t.arg.id({ required: true, description: 'The coupon.' }),
      },
      resolve: (_root, key, context, info) => findCoupon(context, key, selectionOf(info)),
    }),
  );
  addCouponMutations(builder, coupon);
  addCouponBatch(builder, list, shared);
  addCouponBulk(builder, filter, jobs);
  addCouponCheck(builder, coupon, shared);
  addCouponUse(builder);
}

function addCouponType(builder: Builder, { state, status, kind, streamer }: CouponTypes, history: AuditConnectionRef) {
  const right = addActionRight(builder, 'Coupon', 'a coupon', ACTIONS);
  const batch = builder.objectRef<{ readonly id: string; readonly number: number }>('CouponBatchRef').implement({
    description: 'The batch that a coupon belongs to.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the batch.' }),
      number: t.exposeInt('number', { description: 'Number of the batch within the campaign.' }),
    }),
  });
  return builder.objectRef<CouponRow>('Coupon').implement({
    description: 'A coupon of a campaign. Its code is read with `revealCoupons` or an export, which are audited.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the coupon.' }),
      campaignId: t.exposeID('campaignId', { description: 'Its campaign.' }),
      last4: t.exposeString('last4', {
        description: 'Last four characters of the code; of a short code at most half of it.',
      }),
      kind: t.expose('kind', { type: kind, description: 'Kind of the code.' }),
      state: t.expose('state', { type: state, description: 'State set by staff.' }),
      status: t.expose('status', { type: status, description: 'Current status, by state, time, uses and campaign.' }),
      streamer: t.field({
        type: streamer,
        nullable: true,
        description: 'Streamer of the code; null without one.',
        resolve: streamerOf,
      }),
      batch: t.field({
        type: batch,
        description: 'Its batch.',
        resolve: ({ batchId, batchNumber }) => ({ id: batchId, number: batchNumber }),
      }),
      usesConfirmed: t.exposeInt('usesConfirmed', { description: 'Number of confirmed uses.' }),
      usesReserved: t.exposeInt('usesReserved', { description: 'Number of held uses.' }),
      usesMax: t.exposeInt('usesMax', { description: 'Maximum number of uses.' }),
      lastUsedAt: t.expose('lastUsedAt', orNull('When a use was last confirmed; null: never.', 'DateTime')),
      heldUntil: t.expose('heldUntil', orNull('When the last held use expires; null if none is held.', 'DateTime')),
      validFrom: t.expose('validFrom', {
        type: 'DateTime',
        description: 'First instant at which it is valid; never before the campaign starts.',
      }),
      validUntil: t.expose('validUntil', {
        type: 'DateTime',
        description: 'First instant at which it is no longer valid; never after the campaign ends.',
      }),
      disabledReason: t.exposeString('disabledReason', orNull('Why it is disabled; null while it is not.')),
      accountId: t.exposeID('accountId', orNull('The only account that may use it; null: any account.')),
      distributedAt: t.expose('distributedAt', orNull('When its code was first revealed; null: never.', 'DateTime')),
      ...stampFields(t),
      actions: t.field({
        type: [right],
        description: 'Actions on it: whether the caller may do each now, and the reason if not.',
        resolve: (row, _args, { caller, now }) => actionRights(COUPON_MACHINE, row, caller, now),
      }),
      history: t.field({
        type: history,
        nullable: true,
        extensions: needs('coupon.check'),
        description: 'Its audit trail, newest first; null where the caller lacks `coupon.check`.',
        args: forwardArgs(t),
        resolve: ({ id }, args, context, info) =>
          callerMay(context.caller, 'coupon.check')
            ? auditHistory(context, { type: 'coupon', id }, args, selectionOf(info))
            : null,
      }),
    }),
  });
}

function addCouponList(builder: Builder, list: ListTypes, { status }: CouponTypes, coupon: CouponObject) {
  return addListQuery<CouponRow>(builder, list, {
    name: 'coupons',
    description: 'Coupons of the campaign in `filter.campaign`, in order of creation.',
    permission: 'coupon.read',
    list: couponList,
    connection: ['Coupon', coupon, 'Meaning of a search text.', SEARCH_MATCHES],
    filter: ['CouponFilter', 'Coupons to list: those that match every filter given.'],
    enums: { status },
    sort: ['Coupon'],
    search: 'A whole code in any spelling (needs `coupon.reveal`), the last four characters of one, or an id.',
  });
}
