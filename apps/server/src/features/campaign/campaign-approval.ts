import { campaignRecord, type Exposure } from '@backcounter/domain';
import { sql } from 'kysely';
import type { ApprovalReading, ApprovalSubject } from '../../approvals/require-approval.ts';
import { inputOf } from '../../crud/record-fields.ts';
import type { EffectContext } from '../../graphql/request-context.ts';
import type { LockedCampaign } from './campaign-lock.ts';

/** The larger one of money in minor units and points; null: without a ceiling. */
export function worstCaseValue({ discountMinor, points }: Exposure): number | null {
  return discountMinor === null ? null : Math.max(discountMinor, points);
}

/** The worst case of a campaign to be activated, or raised from `before`. */
export function worstCase(
  context: EffectContext,
  campaign: LockedCampaign,
  exposure: Exposure,
  before: LockedCampaign | null,
): ApprovalSubject {
  return {
    action: 'CAMPAIGN_WORST_CASE',
    value: worstCaseValue(exposure),
    entityType: 'campaign',
    entityId: campaign.id,
    read: () => read(context, campaign, exposure, before),
  };
}

async function read(
  { db }: EffectContext,
  campaign: LockedCampaign,
  { uses, discountMinor, points }: Exposure,
  before: LockedCampaign | null,
): Promise<ApprovalReading> {
  const { rows } = await sql<{ segment: { name: string } | null; records: unknown; overlaps: unknown }>`
    select (select jsonb_build_object('id', s.id, 'name', s.name, 'rule', s.rule, 'isArchived', s.archived_at is not null)
        from segment s where s.id = c.segment_id) as segment,
      jsonb_build_object(
        'streamers', (select jsonb_agg(jsonb_build_array(s.streamer_id, s.shared_coupon_id, s.coupon_quota, s.commission_bp, p.state) order by s.streamer_id)
          from campaign_streamer s join streamer p on p.id = s.streamer_id where s.campaign_id = c.id and s.removed_at is null),
        'stores', (select jsonb_agg(jsonb_build_array(v.id, v.state, v.area_id, n.code, n.currency) order by v.id)
          from campaign_store s join store v on v.id = s.store_id join country n on n.code = v.country_code where s.campaign_id = c.id),
        'areas', (select jsonb_agg(jsonb_build_array(g.id, n.code, n.currency) order by g.id)
          from campaign_area a join area g on g.id = a.area_id join country n on n.code = g.country_code where a.campaign_id = c.id),
        'batches', (select jsonb_agg(jsonb_build_array(b.id, b.streamer_id, case when b.state in ('QUEUED', 'RUNNING') then b.requested else b.generated end) order by b.id)
          from coupon_batch b where b.campaign_id = c.id)) as records,
      coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.starts_at, o.id)
        from (select id, name, starts_at from campaign
          where id <> c.id and state in ('ACTIVE', 'PAUSED') and starts_at < c.ends_at and ends_at > c.starts_at
            and (currency = c.currency or currency is null or c.currency is null)
          order by starts_at, id limit 5) o), '[]') as overlaps
    from campaign c where c.id = ${campaign.id}`.execute(db);
  const { segment = null, records = null, overlaps = [] } = rows[0] ?? {};
  // It stays the same once the campaign has been activated.
  const named = segment?.name ?? null;
  const old = before === null ? {} : shown(before, named);
  const content = shown(campaign, named);
  const fields = Object.entries(content).map(([key, after]) => ({ key, before: old[key] ?? null, after }));
  return {
    title: campaign.name,
    fields: fields.filter(({ before: was, after }) => JSON.stringify(was) !== JSON.stringify(after)),
    figures: [
      { key: 'uses', value: uses },
      { key: 'worstCase', value: discountMinor },
      { key: 'currency', value: campaign.currency },
      { key: 'points', value: points },
      { key: 'segment', value: named },
      // Paused or canceled at any time until then; what was redeemed stays.
      { key: 'undoableUntil', value: campaign.endsAt },
      { key: 'overlaps', value: overlaps },
    ],
    records: [records, segment, campaign.state, { uses, discountMinor, points }, content],
  };
}

/** The entered fields, with the names of the segment, stores, areas and streamers. */
function shown(row: LockedCampaign, segment: string | null): Readonly<Record<string, unknown>> {
  const { segmentId: _id, ...entered } = inputOf(campaignRecord, row);
  return {
    ...entered,
    segment,
    stores: row.stores.map(({ sid }) => sid),
    areas: row.areas.map(({ countryCode, code }) => `${countryCode} ${code}`),
    streamers: row.streamers.map(({ displayName }) => displayName),
  };
}
