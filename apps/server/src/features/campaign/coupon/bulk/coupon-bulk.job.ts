import { sql } from 'kysely';
import { z } from 'zod';
import type { BulkAction } from '../../../../jobs/bulk/bulk-action.ts';
import { bulkApproval } from '../../../../jobs/bulk/bulk-approval.ts';
import { runBulk } from '../../../../jobs/bulk/bulk-run.ts';
import type { BulkSubject } from '../../../../jobs/bulk/bulk-subject.ts';
import { previewUndo, undoBulk, undoneJob, undoState } from '../../../../jobs/bulk/bulk-undo.ts';
import { defineJob, type JobRun } from '../../../../jobs/job-definition.ts';
import { type FrozenSelection, frozenSelection, selectionSummary } from '../../../../listing/selection.ts';
import { bulkNames } from '../../../../references/bulk-names.ts';
import { couponList } from '../coupon.list.ts';
import { MASKED_SQL } from '../coupon-sql.ts';
import { COUPON_BULK_ACTION_NAMES, couponBulkAction } from './coupon-bulk-action.ts';

/** An example coupon of a dry run. */
export interface CouponSample {
  readonly id: string;
  readonly campaignId: string;
  readonly last4: string;
}

/** Coupons as a source of bulk jobs. */
export const COUPONS: BulkSubject = {
  noun: 'coupon',
  list: couponList,
  alias: 'k',
  keyColumn: 'campaign_id',
  labelSql: MASKED_SQL,
  sampleSql: `k.id, k.campaign_id as "campaignId", ${MASKED_SQL} as last4`,
};

const bulkParams = z.strictObject({
  action: z.enum(COUPON_BULK_ACTION_NAMES),
  /** The filter has the one campaign of the coupons, or pasted selections. */
  selection: frozenSelection,
  /** Names of the filter's campaign, batches and streamers at the time of the request. */
  names: bulkNames,
  reason: z.string().nullable(),
  /** Holders of disabled coupons get new ones; an undo has this from its job, and never does. */
  reissue: z.literal(true).optional(),
  /** Only coupons on which this earlier job failed. */
  failedOf: z.uuid().nullable(),
  undone: undoneJob.nullable().default(null),
});
type BulkParams = z.output<typeof bulkParams>;

const INVERSE = { DISABLE: 'ENABLE', ENABLE: 'DISABLE' } as const;

const reissues = ({ reissue, undone }: BulkParams): boolean => reissue === true && undone === null;

function actionOf(params: BulkParams): BulkAction {
  const { action, undone } = params;
  const done = couponBulkAction(action, reissues(params));
  return undone === null ? done : undoState(done, COUPONS, undone);
}

/** Disables or enables many coupons by the rules of a single change, with the same audit row for each. */
export const couponBulkJob = defineJob<BulkParams>({
  kind: 'coupon.bulk-change',
  params: bulkParams,
  permission: 'coupon.change-state',
  permissionsFor: ({ action }) => [couponBulkAction(action).permission],
  summarise: (params) => ({
    undoOf: params.undone?.id ?? null,
    action: params.action,
    ...(reissues(params) && { reissue: true }),
    names: params.names,
    reason: params.reason,
    selection: selectionSummary(params.selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  approval: (context, params) => bulkApproval(context, COUPONS, params),
  undo: undoBulk<BulkParams>('coupon.bulk-change', COUPONS, INVERSE),
  previewUndo: (context, params) => previewUndo(context, COUPONS, actionOf(params), params),
  run: async (run, params) => {
    await runBulk(run, COUPONS, actionOf(params), { ...params, targetId: null, until: null });
    if (params.action === 'DISABLE') await markDisabled(run, params.selection);
  },
});

/** Marks the batches of the campaigns whose codes are all disabled. */
async function markDisabled({ db }: JobRun, { filter }: FrozenSelection): Promise<void> {
  const chosen = (key: string) => (filter[key] as { readonly in?: readonly string[] } | undefined)?.in ?? [];
  await sql`update coupon_batch b set state = 'DISABLED', updated_at = now()
    where b.campaign_id in (select unnest(${chosen('campaign')}::uuid[])
      union select unnest(p.within_ids) from pasted_selection p where p.id = any(${chosen('pasted')}::uuid[]))
      and b.state in ('DONE', 'FAILED') and b.generated > 0 and not exists (
      select from coupon k where k.campaign_id = b.campaign_id and k.batch_id = b.id and k.state <> 'DISABLED')`.execute(
    db,
  );
}
