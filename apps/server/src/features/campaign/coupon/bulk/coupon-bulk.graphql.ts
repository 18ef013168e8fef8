import { COUPON_MACHINE, JOB_LIMITS } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import { sql } from 'kysely';
import { statedReason } from '../../../../crud/state-change.ts';
import { needs } from '../../../../graphql/authorise.ts';
import type { RequestContext } from '../../../../graphql/request-context.ts';
import type { Builder } from '../../../../graphql/schema/builder.ts';
import { addEnum } from '../../../../graphql/schema/enum.ts';
import { addMutation, recordPayload } from '../../../../graphql/schema/mutation.ts';
import { addBulkPreview } from '../../../../jobs/bulk/bulk.graphql.ts';
import { previewBulk } from '../../../../jobs/bulk/bulk-preview.ts';
import { enqueueJob } from '../../../../jobs/enqueue-job.ts';
import { findJob } from '../../../../jobs/job-record.ts';
import type { JobTypes } from '../../../../jobs/job-types.graphql.ts';
import type { FilterInput } from '../../../../listing/list-filter.ts';
import { type FrozenSelection, freezeSelection } from '../../../../listing/selection.ts';
import type { BulkNames } from '../../../../references/bulk-names.ts';
import { COUPONS, type CouponSample, couponBulkJob } from './coupon-bulk.job.ts';
import { type CouponBulkActionName, couponBulkAction } from './coupon-bulk-action.ts';

const BULK_ACTIONS: Readonly<Record<CouponBulkActionName, string>> = {
  DISABLE: 'As `disableCoupon` does.',
  ENABLE: 'As `enableCoupon` does.',
};

/** Bulk actions on coupons of a campaign, such as a batch: dry run and job. */
export function addCouponBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = addEnum(builder, 'CouponBulkAction', 'Bulk action on coupons.', BULK_ACTIONS);
  const selection = builder.inputType('CouponSelection', {
    description: `Coupons of one campaign or of pasted selections, given by \`filter\`: picked ones (\`ids\`, at most ${JOB_LIMITS.selectionIdsMax}), or all that filter and search match except \`exclusions\` (at most ${JOB_LIMITS.selectionExclusionsMax}).`,
    fields: (t) => ({
      filter: t.field({
        type: filter,
        required: true,
        description: 'Filter of the coupons; `campaign` or `pasted` is required.',
      }),
      search: t.string({ description: 'Search text, as in `coupons`.' }),
      ids: t.idList({ description: 'Only these coupons.' }),
      exclusions: t.idList({ description: 'All but these coupons.' }),
      upTo: t.field({
        type: 'DateTime',
        description: 'Only coupons created up to this instant, such as `upTo` of the preview; absent: now.',
      }),
    }),
  });
  const sample = builder.objectRef<CouponSample>('CouponBulkSample').implement({
    description: 'An example coupon.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the coupon.' }),
      campaignId: t.exposeID('campaignId', { description: 'Its campaign.' }),
      last4: t.exposeString('last4', { description: 'Last four characters of the code.' }),
    }),
  });
  builder.queryField('previewCouponBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Coupon', sample),
      description: 'Dry run of `startCouponBulk`: counts by outcome and reason; changes nothing.',
      extensions: needs('coupon.change-state'),
      args: {
        selection: t.arg({ type: selection, required: true, description: 'Which coupons.' }),
        action: t.arg({ type: action, required: true, description: 'Action on each coupon.' }),
      },
      resolve: async (_root, args, context) => {
        const frozen = await freezeSelection(COUPONS.list, context, args.selection);
        return previewBulk<CouponSample>(context, COUPONS, frozen, couponBulkAction(args.action), null);
      },
    }),
  );
  addMutation(builder, 'startCouponBulk', {
    description:
      'Starts a job that disables or enables many coupons. An equal request by the same person while it runs returns the running job.',
    extensions: needs('coupon.change-state'),
    input: (t) => ({
      selection: t.field({ type: selection, required: true, description: 'Which coupons.' }),
      action: t.field({ type: action, required: true, description: 'Action on each coupon.' }),
      reason: t.string({ description: 'Why; kept in the audit trail. Required to disable.' }),
      reissue: t.boolean({
        description: 'With DISABLE: holders of coupons that could still be used get new codes with the same rights.',
      }),
    }),
    resolve: async (given, context) => {
      const reason = statedReason(COUPON_MACHINE.actions[given.action].reason, given.reason ?? null);
      const chosen = await freezeSelection(COUPONS.list, context, given.selection);
      const reissue = given.reissue === true && given.action === 'DISABLE' && { reissue: true as const };
      const frozen = reissue ? { ...chosen, upTo: await earlier(context, chosen.upTo) } : chosen;
      const wish = { action: given.action, reason, failedOf: null, undone: null, ...reissue };
      const params = { ...wish, selection: frozen, names: await couponBulkNames(context, frozen) };
      // A double click differs in the instant, but is one request.
      const dedupe = { ...wish, selection: { ...frozen, upTo: null } };
      return { id: await enqueueJob(context, couponBulkJob, params, { dedupe }) };
    },
    payload: recordPayload('job', jobs.job, findJob),
  });
}

/** No instant after now by the clock of new codes, so that a job never replaces those that it has issued. */
async function earlier({ db }: RequestContext, upTo: string): Promise<string> {
  const { rows } = await sql<{ at: string }>`select iso_instant(least(${upTo}::timestamptz, now())) as at`.execute(db);
  return rows[0]?.at ?? upTo;
}

const NAMED_FILTERS = ['campaign', 'batch', 'streamer'] as const;
/** Maximum number of filter values that are named. */
const NAMES_MAX = 3;

/** Names of a filter's campaign, batches and streamers at the start of a job, which stores them. They are the same in all languages. */
async function couponBulkNames(
  { db }: RequestContext,
  { filter }: Pick<FrozenSelection, 'filter'>,
): Promise<BulkNames> {
  const ids = NAMED_FILTERS.flatMap((key) => {
    const { in: chosen, notIn } = (filter[key] ?? {}) as {
      in?: readonly string[] | null;
      notIn?: readonly string[] | null;
    };
    return (chosen ?? notIn ?? []).slice(0, NAMES_MAX);
  });
  const { rows } = await sql<{ id: string; name: string }>`
    select id, code as name from campaign where id = any(${ids}::uuid[])
    union all select id, number::text from coupon_batch where id = any(${ids}::uuid[])
    union all select id, display_name from streamer where id = any(${ids}::uuid[])`.execute(db);
  return Object.fromEntries(rows.map(({ id, name }) => [id, { 'en-US': name }]));
}
