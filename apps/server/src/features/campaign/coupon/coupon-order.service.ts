import { AppError, COUPON_ORDER_LIMITS, couponOrderFields, type FieldProblems } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid, parseFields, refuseProblems } from '../../../crud/field-input.ts';
import { callerMay, type RequestContext } from '../../../graphql/request-context.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { couponNotFound } from './coupon-access.ts';
import { makeNextCodes, type OrderKey } from './coupon-codes.ts';
import { couponGenerateJob } from './coupon-generate.job.ts';

/** An order of codes. */
export interface OrderInput {
  readonly campaignId: string;
  readonly count: number;
  readonly streamerId?: string | null | undefined;
  readonly validFrom?: Date | null | undefined;
  readonly expiresAt?: Date | null | undefined;
}

interface LockedCampaign {
  readonly code: string;
  readonly state: string;
  readonly codeMode: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  readonly isOver: boolean;
  readonly left: number;
}

/** Remaining quota of a streamer in a campaign; null: not a streamer of it. */
interface StreamerPart {
  readonly id: string;
  readonly isActive: boolean;
  readonly quotaLeft: number;
}

/**
 * Orders codes: few are generated immediately, many by a job. Returns the id of the batch.
 * @throws AppError `record.not-found`, `field.invalid`, `coupon.limit-reached` with `details.max`, `state.invalid-transition` if the
 *   campaign no longer accepts codes
 */
export async function orderCoupons(context: RequestContext, input: OrderInput): Promise<string> {
  const { campaignId, validFrom = null, expiresAt = null, ...given } = input;
  const order = parseFields(couponOrderFields, given);
  const isManager = callerMay(context.caller, 'coupon.change-state');
  const campaign = await lockCampaign(context, campaignId);
  const streamer = await findStreamer(context, campaignId, isManager ? (order.streamerId ?? null) : null);
  if (campaign === null || (!isManager && (streamer === null || campaign.state === 'DRAFT'))) throw couponNotFound();
  if (['CANCELED', 'ARCHIVED'].includes(campaign.state) || campaign.isOver) throw closed(campaign.state);
  const problems = problemsOf({ validFrom, expiresAt }, campaign, context.now);
  if (order.streamerId != null && streamer?.id !== order.streamerId) problems['streamerId'] = [{ rule: 'unknown' }];
  else if (streamer?.isActive === false) problems['streamerId'] = [{ rule: 'not-in-use' }];
  refuseProblems(problems);
  const left = isManager ? campaign.left : Math.min(campaign.left, streamer?.quotaLeft ?? 0);
  if (order.count > left) throw tooMany(Math.max(0, left));
  const { count } = order;
  const batch = await context.db
    .insertInto('coupon_batch')
    .values({
      campaign_id: campaignId,
      streamer_id: streamer?.id ?? null,
      is_by_streamer: !isManager,
      requested: count,
      state: count > COUPON_ORDER_LIMITS.atOnceMax ? 'QUEUED' : 'RUNNING',
      valid_from: validFrom,
      expires_at: expiresAt,
      created_by: context.caller.sub,
      updated_by: context.caller.sub,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow();
  await recordAudit(context, {
    action: 'coupon.generate',
    entityType: 'campaign',
    entityId: campaignId,
    outcome: 'DONE',
    changes: {
      batch: [null, batch.number],
      coupons: [null, count],
      ...(streamer !== null && { streamerId: [null, streamer.id] }),
      ...(validFrom !== null && { validFrom: [null, validFrom.toISOString()] }),
      ...(expiresAt !== null && { validUntil: [null, expiresAt.toISOString()] }),
    },
  });
  const key = { campaignId, batchId: batch.id };
  if (count <= COUPON_ORDER_LIMITS.atOnceMax) await makeAtOnce(context, key);
  else await makeByJob(context, key, { campaignCode: campaign.code, batchNumber: batch.number, count });
  return batch.id;
}

/** Checks that codes of others may be added now. @throws AppError as `orderCoupons` */
export async function admitOwnCodes(context: RequestContext, campaignId: string): Promise<void> {
  const campaign = await lockCampaign(context, campaignId);
  if (campaign === null) throw couponNotFound();
  if (['CANCELED', 'ARCHIVED'].includes(campaign.state) || campaign.isOver) throw closed(campaign.state);
  if (campaign.codeMode !== 'UNIQUE') throw fieldsInvalid({ campaignId: [{ rule: 'only-unique-codes' }] });
}

async function lockCampaign({ db }: RequestContext, id: string): Promise<LockedCampaign | null> {
  if (!isUuid(id)) return null;
  // A separate statement, so that the next ones see the writes of the previous lock holder.
  await sql`select from campaign where id = ${id} for no key update`.execute(db);
  const { rows } = await sql<LockedCampaign>`
    select c.code, c.state::text as state, c.code_mode::text as "codeMode", c.starts_at as "startsAt", c.ends_at as "endsAt",
      now() >= c.ends_at as "isOver", (coupon_limit(c.id) - campaign_coupons_ordered(c.id))::int as left
    from campaign c where c.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** The streamer with this id, or the calling one, if they are on the campaign. */
async function findStreamer(
  { db, caller }: RequestContext,
  campaignId: string,
  id: string | null,
): Promise<StreamerPart | null> {
  const isManager = callerMay(caller, 'coupon.change-state');
  if ((isManager && id === null) || !isUuid(campaignId)) return null;
  const { rows } = await sql<StreamerPart>`
    select s.id, s.state = 'ACTIVE' as "isActive", (p.coupon_quota - streamer_coupons_ordered(p.campaign_id, s.id))::int as "quotaLeft"
    from campaign_streamer p join streamer s on s.id = p.streamer_id
    where p.campaign_id = ${campaignId} and p.removed_at is null
      and ${isManager ? sql`s.id = ${id}` : sql`s.staff_sub = ${caller.sub} and s.state = 'ACTIVE'`}`.execute(db);
  return rows[0] ?? null;
}

async function makeAtOnce({ db }: RequestContext, key: OrderKey): Promise<void> {
  while ((await makeNextCodes(db, key)) !== null);
  await db
    .updateTable('coupon_batch')
    .set({ state: 'DONE' })
    .where('campaign_id', '=', key.campaignId)
    .where('id', '=', key.batchId)
    .execute();
}

async function makeByJob(
  context: RequestContext,
  key: OrderKey,
  words: { readonly campaignCode: string; readonly batchNumber: number; readonly count: number },
): Promise<void> {
  const jobId = await enqueueJob(
    context,
    couponGenerateJob,
    { ...key, ...words },
    { dedupe: key.batchId, total: words.count },
  );
  await context.db
    .updateTable('coupon_batch')
    .set({ job_id: jobId })
    .where('campaign_id', '=', key.campaignId)
    .where('id', '=', key.batchId)
    .execute();
}

function problemsOf(
  {
    validFrom,
    expiresAt,
  }: { readonly validFrom?: Date | null | undefined; readonly expiresAt?: Date | null | undefined },
  { codeMode, startsAt, endsAt }: LockedCampaign,
  now: Date,
): Record<string, FieldProblems[string]> {
  const problems: Record<string, FieldProblems[string]> = {};
  if (codeMode !== 'UNIQUE') problems['count'] = [{ rule: 'only-unique-codes' }];
  if (validFrom != null && (validFrom < startsAt || validFrom >= endsAt))
    problems['validFrom'] = [{ rule: 'outside-campaign' }];
  if (expiresAt != null && (expiresAt <= startsAt || expiresAt > endsAt))
    problems['expiresAt'] = [{ rule: 'outside-campaign' }];
  else if (expiresAt != null && (expiresAt <= now || (validFrom != null && expiresAt <= validFrom)))
    problems['expiresAt'] = [{ rule: 'too-early' }];
  return problems;
}

function tooMany(left: number): AppError {
  return new AppError('coupon.limit-reached', {
    message: `At most ${left} more coupons can be ordered.`,
    details: { max: left, fields: { count: [{ rule: 'too-large', params: { max: left } }] } },
  });
}

function closed(from: string): AppError {
  return new AppError('state.invalid-transition', {
    message: 'This campaign no longer accepts coupons.',
    details: { from, to: 'GENERATE', allowed: [] },
  });
}
