import { COUPON_ORDER_LIMITS } from '@backcounter/domain';
import type { ObjectRef } from '@pothos/core';
import { sql } from 'kysely';
import { needs } from '../../../graphql/authorise.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import type { Builder, BuilderTypes } from '../../../graphql/schema/builder.ts';
import { addMutation, recordPayload } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import type { Selection } from '../../../graphql/schema/selection.ts';
import { staffField } from '../../../graphql/schema/shared-fields.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { columnsAsked } from '../../../listing/list-columns.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { addListQuery } from '../../../listing/list-query.graphql.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { couponNotFound } from './coupon-access.ts';
import { type CouponBatchRow, couponBatchList } from './coupon-batch.list.ts';
import { orderCoupons } from './coupon-order.service.ts';
import { type CouponTypes, streamerOf } from './coupon-types.graphql.ts';

type BatchRef = ObjectRef<BuilderTypes, CouponBatchRow>;

const SEARCH_MATCHES = {
  ID: 'Id of a batch.',
  NUMBER: 'Number of a batch.',
  NONE: 'None of these.',
} as const;

/** Batches of codes: list with progress, allowance, and ordering. */
export function addCouponBatch(builder: Builder, list: ListTypes, types: CouponTypes): void {
  const batch = addBatchType(builder, types);
  addBatchList(builder, list, types, batch);
  addAllowance(builder);
  addMutation(builder, 'generateCoupons', {
    description: `Orders codes: up to ${COUPON_ORDER_LIMITS.atOnceMax.toLocaleString('en-US')} are generated immediately, more by a job. Streamers order within their quota.`,
    extensions: needs('coupon.generate'),
    input: (t) => ({
      campaignId: t.id({ required: true, description: 'Campaign of the codes.' }),
      count: t.int({
        required: true,
        description: 'Number of codes; `coupon.limit-reached` above `left` of `couponAllowance`.',
      }),
      streamerId: t.id({ description: 'The streamer who gets the codes; streamers order for themselves.' }),
      validFrom: t.field({
        type: 'DateTime',
        description: 'First instant at which they are valid, within the time of the campaign; absent: its start.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description:
          'First instant at which they are no longer valid, within the time of the campaign; absent: its end.',
      }),
    }),
    resolve: async (order, context) => ({ id: await orderCoupons(context, order) }),
    payload: recordPayload('couponBatch', batch, readBatch),
  });
}

/** The batch created by this transaction. */
async function readBatch(context: RequestContext, id: string, selection: Selection): Promise<CouponBatchRow> {
  const { columns, joins } = columnsAsked(couponBatchList, selection);
  const text = `select ${columns} from ${couponBatchList.from}${joins} where b.id = $1`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = await context.sql.rows<CouponBatchRow>(statementFor(text), [id], options);
  if (row === undefined) throw new Error(`There is no batch ${id}.`);
  return row;
}

function addBatchType(builder: Builder, { batchStatus, streamer }: CouponTypes): BatchRef {
  return builder.objectRef<CouponBatchRow>('CouponBatch').implement({
    description: 'Codes of a campaign that were ordered together.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the batch.' }),
      number: t.exposeInt('number', { description: '1, 2, 3, … within the campaign.' }),
      campaignId: t.exposeID('campaignId', { description: 'The campaign.' }),
      requested: t.exposeInt('requested', { description: 'Number of codes that were ordered.' }),
      generated: t.exposeInt('generated', { description: 'Number of codes generated so far.' }),
      status: t.expose('status', { type: batchStatus, description: 'Its progress.' }),
      jobId: t.exposeID(
        'jobId',
        orNull(
          'Job that generates the codes, which can be canceled while it runs; null if they were generated immediately, or long ago.',
        ),
      ),
      streamer: t.field({
        type: streamer,
        nullable: true,
        description: 'The streamer who gets the codes; null: no streamer.',
        resolve: streamerOf,
      }),
      isByStreamer: t.exposeBoolean('isByStreamer', {
        description: 'Whether the streamer ordered it, within the quota.',
      }),
      validFrom: t.expose(
        'validFrom',
        orNull('First instant at which the codes are valid; null: as the campaign.', 'DateTime'),
      ),
      expiresAt: t.expose(
        'expiresAt',
        orNull('First instant at which the codes are no longer valid; null: as the campaign.', 'DateTime'),
      ),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was ordered.' }),
      createdBy: staffField(t, 'createdBy', 'Person who ordered it; null if no person did.'),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
    }),
  });
}

function addBatchList(builder: Builder, list: ListTypes, { batchStatus }: CouponTypes, batch: BatchRef): void {
  addListQuery<CouponBatchRow>(builder, list, {
    name: 'couponBatches',
    description: 'Batches of the campaign in `filter.campaign`.',
    permission: 'coupon.read',
    list: couponBatchList,
    connection: ['CouponBatch', batch, 'Meaning of a search text.', SEARCH_MATCHES],
    filter: ['CouponBatchFilter', 'Batches to list: those that match every filter given.'],
    enums: { status: batchStatus },
    sort: ['CouponBatch'],
    search: 'Number or id.',
  });
}

function addAllowance(builder: Builder): void {
  const allowance = builder.objectRef<CouponAllowance>('CouponAllowance').implement({
    description: 'Number of codes that can be ordered.',
    fields: (t) => ({
      limit: t.exposeInt('limit', { description: 'Most codes of the campaign; for a streamer, the quota.' }),
      ordered: t.exposeInt('ordered', { description: 'Number of ordered codes, generated or not.' }),
      left: t.exposeInt('left', { description: 'Number of codes that can still be ordered.' }),
    }),
  });
  builder.queryField('couponAllowance', (t) =>
    t.field({
      type: allowance,
      description: 'Number of codes that the caller can still order in a campaign.',
      extensions: needs('coupon.generate'),
      args: { campaignId: t.arg.id({ required: true, description: 'The campaign.' }) },
      resolve: (_root, { campaignId }, context) => readAllowance(context, campaignId),
    }),
  );
}

/** Number of coupons that can still be ordered in a campaign; for streamers, within their quota. */
interface CouponAllowance {
  readonly limit: number;
  readonly ordered: number;
  readonly left: number;
}

/** The allowance of the caller. @throws AppError `record.not-found` */
async function readAllowance({ db, caller }: RequestContext, campaignId: string): Promise<CouponAllowance> {
  if (!isUuid(campaignId)) throw couponNotFound();
  const ofCampaign = sql<CouponAllowance>`
    select coupon_limit(c.id) as "limit", campaign_coupons_ordered(c.id)::int as ordered,
      greatest(0, coupon_limit(c.id) - campaign_coupons_ordered(c.id))::int as "left"
    from campaign c where c.id = ${campaignId}`;
  const ofStreamer = sql<CouponAllowance>`
    select p.coupon_quota as "limit", streamer_coupons_ordered(p.campaign_id, s.id)::int as ordered,
      greatest(0, least(p.coupon_quota - streamer_coupons_ordered(p.campaign_id, s.id),
        coupon_limit(p.campaign_id) - campaign_coupons_ordered(p.campaign_id)))::int as "left"
    from campaign_streamer p join streamer s on s.id = p.streamer_id join campaign c on c.id = p.campaign_id
    where p.campaign_id = ${campaignId} and p.removed_at is null and s.staff_sub = ${caller.sub} and s.state = 'ACTIVE' and c.state <> 'DRAFT'`;
  const { rows } = await (callerMay(caller, 'coupon.change-state') ? ofCampaign : ofStreamer).execute(db);
  const [allowance] = rows;
  if (allowance === undefined) throw couponNotFound();
  return allowance;
}
