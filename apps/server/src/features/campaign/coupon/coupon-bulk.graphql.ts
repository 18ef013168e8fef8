import { COUPON_MACHINE, JOB_LIMITS } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import { statedReason } from '../../../crud/state-change.ts';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import { selectionOf } from '../../../graphql/selection.ts';
import { addBulkPreview } from '../../../jobs/bulk.graphql.ts';
import { previewBulk } from '../../../jobs/bulk-preview.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import type { JobTypes } from '../../../jobs/job.graphql.ts';
import { findJob } from '../../../jobs/job-record.ts';
import type { FilterInput } from '../../../listing/list-filter.ts';
import { freezeSelection } from '../../../listing/selection.ts';
import { COUPONS, type CouponSample, couponBulkJob } from './coupon-bulk.ts';
import { COUPON_BULK_ACTION_NAMES, couponBulkAction } from './coupon-bulk-action.ts';
import { couponBulkNames } from './coupon-bulk-names.ts';

/** Disabling and enabling many coupons of a campaign, such as a batch: a dry run, and the job. */
export function addCouponBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = builder.enumType('CouponBulkAction', { values: COUPON_BULK_ACTION_NAMES });
  const selection = builder.inputType('CouponSelection', {
    description: `Coupons of one campaign, which \`filter\` names: picked by hand (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({ type: filter, required: true }),
      search: t.string(),
      ids: t.idList(),
      exclusions: t.idList(),
      upTo: t.field({ type: 'DateTime', description: 'Later coupons are not meant; as the dry run answered it.' }),
    }),
  });
  const sample = builder.objectRef<CouponSample>('CouponBulkSample').implement({
    fields: (t) => ({ id: t.exposeID('id'), last4: t.exposeString('last4') }),
  });
  builder.queryField('previewCouponBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Coupon', sample),
      description: 'What the action would do, by outcome and reason; changes nothing.',
      extensions: needs('coupon.change-state'),
      args: {
        selection: t.arg({ type: selection, required: true }),
        action: t.arg({ type: action, required: true }),
      },
      resolve: async (_root, args, context) => {
        const frozen = await freezeSelection(COUPONS.list, context, args.selection);
        return previewBulk<CouponSample>(context, COUPONS, frozen, couponBulkAction(args.action), null);
      },
    }),
  );
  const input = builder.inputType('StartCouponBulkInput', {
    fields: (t) => ({
      selection: t.field({ type: selection, required: true }),
      action: t.field({ type: action, required: true }),
      reason: t.string({ description: 'Needed to disable.' }),
    }),
  });
  builder.mutationField('startCouponBulk', (t) =>
    t.field({
      type: jobs.job,
      description: 'Starts a job; the same by the same person is one job as long as it goes on.',
      extensions: needs('coupon.change-state'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, context, info) => {
        const reason = statedReason(COUPON_MACHINE.actions[given.action].reason, given.reason ?? null);
        const frozen = await freezeSelection(COUPONS.list, context, given.selection);
        const wish = { action: given.action, reason, failedOf: null };
        const params = { ...wish, selection: frozen, names: await couponBulkNames(context, frozen) };
        // Two clicks are two instants, but one wish.
        const dedupe = { ...wish, selection: { ...frozen, upTo: null } };
        return findJob(context, await enqueueJob(context, couponBulkJob, params, { dedupe }), selectionOf(info));
      },
    }),
  );
}
