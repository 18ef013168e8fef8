import { AppError, type CampaignInput, type FieldProblem } from '@backcounter/domain';
import { sql } from 'kysely';
import { recordAudit } from '../../../audit/record-audit.ts';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import type { EffectContext } from '../../../graphql/request-context.ts';
import type { CampaignStreamer } from '../campaign.list.ts';
import type { LockedCampaign } from '../campaign-lock.ts';
import { isOffensiveCode } from '../offensive-code.ts';

type Place = NonNullable<CampaignInput['streamers']>[number];

const TAKEN_OFF = 'The streamer was removed from the campaign.';

/**
 * Replaces the streamers of a locked campaign. A shared code is created with its streamer's place and stays theirs. Removed streamers
 * keep their redemptions, and their code is disabled.
 * @throws AppError `field.invalid` on `streamers.N.…`, `coupon.limit-reached`
 */
export async function writeStreamers(
  context: EffectContext,
  campaign: LockedCampaign,
  wanted: readonly Place[],
): Promise<void> {
  const present = new Map(campaign.streamers.map((streamer) => [streamer.id, streamer]));
  await refuseUnknown(context, present, wanted);
  for (const [index, place] of wanted.entries()) {
    refuseTerms(index, place, present.get(place.streamerId));
    const code = await placeStreamer(context, campaign.id, place);
    if (code.shared !== null) {
      if (code.isOff) await switchCode(context, campaign.id, code.shared, true);
      if (place.sharedCode != null && place.sharedCode !== code.text)
        throw problem(index, 'sharedCode', { rule: 'locked' });
    } else if (place.sharedCode != null) {
      if (isOffensiveCode(place.sharedCode)) throw problem(index, 'sharedCode', { rule: 'offensive' });
      await makeSharedCode(context, campaign, place.streamerId, place.sharedCode, index);
    }
  }
  const kept = new Set(wanted.map(({ streamerId }) => streamerId));
  for (const streamer of campaign.streamers) {
    if (!kept.has(streamer.id)) await takeOff(context, campaign.id, streamer);
  }
}

async function refuseUnknown(
  { db }: EffectContext,
  present: ReadonlyMap<string, CampaignStreamer>,
  wanted: readonly Place[],
): Promise<void> {
  const added = wanted.filter(({ streamerId }) => !present.has(streamerId)).map(({ streamerId }) => streamerId);
  if (added.length === 0) return;
  const found = await db.selectFrom('streamer').select(['id', 'state']).where('id', 'in', added).execute();
  const states = new Map(found.map(({ id, state }) => [id, state]));
  for (const [index, { streamerId }] of wanted.entries()) {
    if (present.has(streamerId)) continue;
    const state = states.get(streamerId);
    if (state === undefined) throw problem(index, 'streamerId', { rule: 'unknown' });
    if (state !== 'ACTIVE') throw problem(index, 'streamerId', { rule: 'not-active' });
  }
}

function refuseTerms(index: number, { couponQuota }: Place, present: CampaignStreamer | undefined): void {
  if (present !== undefined && (couponQuota ?? 0) < Math.min(present.couponsOrdered, present.couponQuota)) {
    throw problem(index, 'couponQuota', { rule: 'below-used' });
  }
}

/** Writes the place of a streamer; returns its shared code, which may date from before a removal. */
async function placeStreamer({ db, caller }: EffectContext, campaignId: string, place: Place) {
  const { streamerId, couponQuota = 0, commissionBp = 0 } = place;
  const { rows } = await sql<{ shared: string | null; text: string | null; isOff: boolean }>`
    with written as (
      insert into campaign_streamer (campaign_id, streamer_id, coupon_quota, commission_bp, created_by, updated_by)
      values (${campaignId}, ${streamerId}, ${couponQuota}, ${commissionBp}, ${caller.sub}, ${caller.sub})
      on conflict (campaign_id, streamer_id) do update set coupon_quota = excluded.coupon_quota,
        commission_bp = excluded.commission_bp, removed_at = null, updated_at = now(), updated_by = excluded.updated_by
      returning campaign_id, shared_coupon_id)
    select k.id as shared, k.code as text, coalesce(k.disabled_reason = ${TAKEN_OFF}, false) as "isOff"
    from written w left join coupon k on k.campaign_id = w.campaign_id and k.id = w.shared_coupon_id`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('The place was not written.');
  return row;
}

async function makeSharedCode(
  context: EffectContext,
  campaign: LockedCampaign,
  streamerId: string,
  code: string,
  index: number,
): Promise<void> {
  const { db, caller } = context;
  const { id: campaignId, couponsLimit, perCouponLimit } = campaign;
  const { rows } = await sql<{
    ordered: number;
  }>`select campaign_coupons_ordered(${campaignId})::int as ordered`.execute(db);
  if ((rows[0]?.ordered ?? 0) >= couponsLimit) {
    throw new AppError('coupon.limit-reached', {
      message: 'The campaign would exceed its limit of codes.',
      details: { max: couponsLimit },
    });
  }
  const batch = await db
    .insertInto('coupon_batch')
    .values({
      campaign_id: campaignId,
      streamer_id: streamerId,
      requested: 1,
      generated: 1,
      state: 'DONE',
      created_by: caller.sub,
      updated_by: caller.sub,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const coupon = await db
    .insertInto('coupon')
    .values({
      campaign_id: campaignId,
      batch_id: batch.id,
      streamer_id: streamerId,
      max_redemptions: perCouponLimit,
      code,
    })
    .onConflict((conflict) => conflict.column('code_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (coupon === undefined) throw problem(index, 'sharedCode', { rule: 'taken' });
  await db
    .updateTable('campaign_streamer')
    .set({ shared_coupon_id: coupon.id })
    .where('campaign_id', '=', campaignId)
    .where('streamer_id', '=', streamerId)
    .execute();
  await audit(context, 'coupon.generate', coupon.id);
}

async function takeOff(context: EffectContext, campaignId: string, streamer: CampaignStreamer): Promise<void> {
  await context.db
    .updateTable('campaign_streamer')
    .set({ removed_at: context.now, updated_at: sql`now()`, updated_by: context.caller.sub })
    .where('campaign_id', '=', campaignId)
    .where('streamer_id', '=', streamer.id)
    .execute();
  if (streamer.sharedCouponId !== null) await switchCode(context, campaignId, streamer.sharedCouponId, false);
}

/** Disables the codes of removed streamers, and enables those of returning ones unless staff disabled them. */
async function switchCode(context: EffectContext, campaignId: string, couponId: string, isOn: boolean): Promise<void> {
  const { numUpdatedRows } = await context.db
    .updateTable('coupon')
    .set({
      state: isOn ? 'ACTIVE' : 'DISABLED',
      disabled_reason: isOn ? null : TAKEN_OFF,
      updated_at: sql`now()`,
      updated_by: context.caller.sub,
      version: sql`version + 1`,
    })
    .where('campaign_id', '=', campaignId)
    .where('id', '=', couponId)
    .where('state', '=', isOn ? 'DISABLED' : 'ACTIVE')
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await audit(context, isOn ? 'coupon.enable' : 'coupon.disable', couponId, isOn ? null : TAKEN_OFF);
}

function audit(context: EffectContext, action: string, couponId: string, reason: string | null = null): Promise<void> {
  return recordAudit(context, { action, entityType: 'coupon', entityId: couponId, outcome: 'DONE', reason });
}

function problem(index: number, field: string, broken: FieldProblem): AppError {
  return fieldsInvalid({ [`streamers.${index}.${field}`]: [broken] });
}
