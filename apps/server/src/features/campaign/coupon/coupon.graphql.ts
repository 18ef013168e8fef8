import { actionsOf, COUPON_MACHINE, type CouponAction } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../../audit/audit.graphql.ts';
import { auditHistory } from '../../../audit/audit-history.ts';
import { type ActionRight, actionRights } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { callerMay } from '../../../graphql/request-context.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import type { JobTypes } from '../../../jobs/job.graphql.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import { couponList } from './coupon.list.ts';
import { addCouponBatch } from './coupon-batch.graphql.ts';
import { addCouponBulk } from './coupon-bulk.graphql.ts';
import { addCouponCheck } from './coupon-check.graphql.ts';
import { addCouponMutations } from './coupon-mutation.graphql.ts';
import { type CouponRow, findCoupon } from './coupon-record.ts';
import { addSharedTypes, type CouponObject, type CouponTypes, streamerOf } from './coupon-types.graphql.ts';

const SEARCH_MATCHES = ['CODE', 'ID', 'LAST4', 'NONE', 'NOT_PERMITTED'] as const;

/** Coupons of campaigns: codes and their orders, what may be done with them, and why one can be redeemed or cannot. */
export function addCoupon(builder: Builder, list: ListTypes, history: AuditConnectionRef, jobs: JobTypes): void {
  const shared = addSharedTypes(builder);
  const coupon = addCouponType(builder, shared, history);
  const filter = addCouponList(builder, list, shared, coupon);
  builder.queryField('coupon', (t) =>
    t.field({
      type: coupon,
      extensions: needs('coupon.read'),
      args: { campaignId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
      resolve: (_root, key, context, info) => findCoupon(context, key, selectionOf(info)),
    }),
  );
  addCouponMutations(builder, coupon);
  addCouponBatch(builder, list, shared);
  addCouponBulk(builder, filter, jobs);
  addCouponCheck(builder, coupon, shared);
}

function addCouponType(builder: Builder, { state, status, kind, streamer }: CouponTypes, history: AuditConnectionRef) {
  const action = builder.enumType('CouponAction', { values: [...actionsOf(COUPON_MACHINE)].sort() });
  const right = builder.objectRef<ActionRight<CouponAction>>('CouponActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
  const batch = builder.objectRef<{ readonly id: string; readonly number: number }>('CouponBatchRef').implement({
    fields: (t) => ({ id: t.exposeID('id'), number: t.exposeInt('number') }),
  });
  return builder.objectRef<CouponRow>('Coupon').implement({
    description: 'A code of a campaign. The code itself is revealed or exported, which is on record.',
    fields: (t) => ({
      id: t.exposeID('id'),
      campaignId: t.exposeID('campaignId'),
      last4: t.exposeString('last4', { description: 'The end of the code; of a short one not more than half of it.' }),
      kind: t.expose('kind', { type: kind }),
      state: t.expose('state', { type: state, description: 'What staff have set.' }),
      status: t.expose('status', { type: status, description: 'What it is now, by state, time, uses and campaign.' }),
      version: t.exposeInt('version'),
      streamer: t.field({
        type: streamer,
        nullable: true,
        resolve: streamerOf,
      }),
      batch: t.field({ type: batch, resolve: ({ batchId, batchNumber }) => ({ id: batchId, number: batchNumber }) }),
      usesConfirmed: t.exposeInt('usesConfirmed'),
      usesReserved: t.exposeInt('usesReserved', { description: 'Uses that are held and not confirmed yet.' }),
      usesMax: t.exposeInt('usesMax'),
      lastUsedAt: t.expose('lastUsedAt', { type: 'DateTime', nullable: true }),
      heldUntil: t.expose('heldUntil', { type: 'DateTime', nullable: true }),
      validFrom: t.expose('validFrom', { type: 'DateTime', description: 'Never before the campaign begins.' }),
      validUntil: t.expose('validUntil', {
        type: 'DateTime',
        description: 'First instant at which it is no longer valid; never after the campaign ends.',
      }),
      disabledReason: t.exposeString('disabledReason', { nullable: true }),
      accountId: t.exposeID('accountId', { nullable: true, description: 'The only account that may use it.' }),
      distributedAt: t.expose('distributedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the code was first revealed.',
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ updatedBySub, updatedByName }) =>
          updatedBySub === null ? null : { sub: updatedBySub, name: updatedByName ?? updatedBySub },
      }),
      actions: t.field({
        type: [right],
        resolve: (row, _args, { caller, now }) => actionRights(COUPON_MACHINE, row, caller, now),
      }),
      history: t.field({
        type: history,
        nullable: true,
        extensions: needs('coupon.check'),
        description: 'Who revealed, disabled and enabled it; null for people without `coupon.check`.',
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: ({ id }, args, context, info) =>
          callerMay(context.caller, 'coupon.check')
            ? auditHistory(context, { type: 'coupon', id }, args, selectionOf(info))
            : null,
      }),
    }),
  });
}

function addCouponList(builder: Builder, list: ListTypes, { status }: CouponTypes, coupon: CouponObject) {
  const { idFilter, instantFilter, listStart } = list;
  const match = builder.enumType('CouponSearchMatch', { values: SEARCH_MATCHES });
  const statusFilter = addEnumFilter(builder, 'CouponStatusFilter', status);
  const filter = builder.inputType('CouponFilter', {
    fields: (t) => ({
      campaign: t.field({ type: idFilter, description: 'Needed: `in` names exactly one campaign.' }),
      status: t.field({ type: statusFilter }),
      batch: t.field({ type: idFilter }),
      streamer: t.field({ type: idFilter }),
      used: t.boolean({ description: 'Has been used, or not.' }),
      validUntil: t.field({ type: instantFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'Coupon', ['CREATED']);
  const connection = addSearchedConnection(builder, list, 'Coupon', coupon, match);
  builder.queryField('coupons', (t) =>
    t.field({
      type: connection,
      description: 'Coupons of one campaign in the order in which they were made; `filter.campaign` says which.',
      extensions: needs('coupon.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({
          description: 'A whole code in any spelling (needs `coupon.reveal`), the last four of one, or an id.',
        }),
        startAt: t.arg({ type: listStart }),
      },
      resolve: (_root, args, context, info) => runList<CouponRow>(couponList, context, args, selectionOf(info)),
    }),
  );
  return filter;
}
