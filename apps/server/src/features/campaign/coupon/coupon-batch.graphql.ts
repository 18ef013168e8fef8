import { COUPON_ORDER_LIMITS, type CouponBatchStatus } from '@backcounter/domain';
import { needs } from '../../../graphql/authorise.ts';
import type { Builder } from '../../../graphql/builder.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { type Selection, selectionOf } from '../../../graphql/selection.ts';
import type { ListTypes } from '../../../listing/list.graphql.ts';
import { columnsAsked } from '../../../listing/list-columns.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../../listing/list-connection.ts';
import { runList } from '../../../listing/run-list.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../../listing/statements.ts';
import { type CouponAllowance, readAllowance } from './coupon-allowance.ts';
import { couponBatchList } from './coupon-batch.list.ts';
import { orderCoupons } from './coupon-order.service.ts';
import { type CouponTypes, streamerOf } from './coupon-types.graphql.ts';

interface CouponBatchRow {
  readonly id: string;
  readonly number: number;
  readonly campaignId: string;
  readonly requested: number;
  readonly generated: number;
  readonly status: CouponBatchStatus;
  readonly jobId: string | null;
  readonly streamerId: string | null;
  readonly streamerName: string | null;
  readonly isByStreamer: boolean;
  readonly validFrom: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string;
  readonly createdBySub: string | null;
  readonly createdByName: string | null;
  readonly updatedAt: string;
}

const SEARCH_MATCHES = ['ID', 'NONE', 'NUMBER'] as const;

/** Orders of codes: their list with progress, what may still be ordered, and ordering. */
export function addCouponBatch(builder: Builder, list: ListTypes, types: CouponTypes): void {
  const batch = addBatchType(builder, types);
  addBatchList(builder, list, types, batch);
  addAllowance(builder);
  const input = builder.inputType('GenerateCouponsInput', {
    fields: (t) => ({
      campaignId: t.id({ required: true }),
      count: t.int({ required: true }),
      streamerId: t.id({ description: 'Whose codes they will be; streamers order for themselves.' }),
      validFrom: t.field({ type: 'DateTime', description: 'Within the window of the campaign.' }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'First instant at which they are no longer valid, not after the campaign ends.',
      }),
    }),
  });
  builder.mutationField('generateCoupons', (t) =>
    t.field({
      type: batch,
      description: `Makes up to ${COUPON_ORDER_LIMITS.atOnceMax} codes at once and starts a job for more; \`jobId\` is what can be cancelled and goes on. Streamers order within their quota.`,
      extensions: needs('coupon.generate'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: order }, context, info) =>
        readBatch(context, await orderCoupons(context, order), selectionOf(info)),
    }),
  );
}

/** The batch that this transaction has made. */
async function readBatch(context: RequestContext, id: string, selection: Selection): Promise<CouponBatchRow> {
  const { columns, joins } = columnsAsked(couponBatchList, selection);
  const text = `select ${columns} from ${couponBatchList.from}${joins} where b.id = $1`;
  const options = { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS };
  const [row] = await context.sql.rows<CouponBatchRow>(statementFor(text), [id], options);
  if (row === undefined) throw new Error(`There is no batch ${id}.`);
  return row;
}

function addBatchType(builder: Builder, { batchStatus, streamer }: CouponTypes) {
  return builder.objectRef<CouponBatchRow>('CouponBatch').implement({
    description: 'Codes of a campaign that were ordered together.',
    fields: (t) => ({
      id: t.exposeID('id'),
      number: t.exposeInt('number', { description: '1, 2, 3, … within the campaign.' }),
      campaignId: t.exposeID('campaignId'),
      requested: t.exposeInt('requested'),
      generated: t.exposeInt('generated', { description: 'How many there are by now.' }),
      status: t.expose('status', {
        type: batchStatus,
        description: 'STOPPED: cancelled before all were made; what was made stays.',
      }),
      jobId: t.exposeID('jobId', {
        nullable: true,
        description: 'Job that makes them; null when they were made at once, or long ago.',
      }),
      streamer: t.field({ type: streamer, nullable: true, resolve: streamerOf }),
      isByStreamer: t.exposeBoolean('isByStreamer', { description: 'Ordered by the streamer, within the quota.' }),
      validFrom: t.expose('validFrom', { type: 'DateTime', nullable: true }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', nullable: true }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      createdBy: t.field({
        type: 'StaffRef',
        nullable: true,
        resolve: ({ createdBySub, createdByName }) =>
          createdBySub === null ? null : { sub: createdBySub, name: createdByName ?? createdBySub },
      }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
    }),
  });
}

function addBatchList(
  builder: Builder,
  list: ListTypes,
  { batchStatus }: CouponTypes,
  batch: ReturnType<typeof addBatchType>,
): void {
  const match = builder.enumType('CouponBatchSearchMatch', { values: SEARCH_MATCHES });
  const statusFilter = addEnumFilter(builder, 'CouponBatchStatusFilter', batchStatus);
  const filter = builder.inputType('CouponBatchFilter', {
    fields: (t) => ({
      campaign: t.field({ type: list.idFilter, description: 'Needed: `in` names exactly one campaign.' }),
      status: t.field({ type: statusFilter }),
      streamer: t.field({ type: list.idFilter }),
    }),
  });
  const sort = addListSort(builder, list, 'CouponBatch', ['NUMBER']);
  const connection = addSearchedConnection(builder, list, 'CouponBatch', batch, match);
  builder.queryField('couponBatches', (t) =>
    t.field({
      type: connection,
      description: 'Orders of codes of one campaign; `filter.campaign` says which.',
      extensions: needs('coupon.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter, required: true }),
        sort: t.arg({ type: sort }),
        search: t.arg.string({ description: 'Number or id.' }),
        startAt: t.arg({ type: list.listStart }),
      },
      resolve: (_root, args, context, info) =>
        runList<CouponBatchRow>(couponBatchList, context, args, selectionOf(info)),
    }),
  );
}

function addAllowance(builder: Builder): void {
  const allowance = builder.objectRef<CouponAllowance>('CouponAllowance').implement({
    fields: (t) => ({
      limit: t.exposeInt('limit', { description: 'Codes that there may be in all; of a streamer, the quota.' }),
      ordered: t.exposeInt('ordered', { description: 'Made, and being made.' }),
      left: t.exposeInt('left', { description: 'Codes that may be ordered now.' }),
    }),
  });
  builder.queryField('couponAllowance', (t) =>
    t.field({
      type: allowance,
      description: 'How many codes the caller may still order in a campaign.',
      extensions: needs('coupon.generate'),
      args: { campaignId: t.arg.id({ required: true }) },
      resolve: (_root, { campaignId }, context) => readAllowance(context, campaignId),
    }),
  );
}
