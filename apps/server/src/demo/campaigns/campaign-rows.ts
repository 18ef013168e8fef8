import type { ClientBase } from 'pg';
import { type CampaignPlan, streamerId } from './campaign-plans.ts';
import type { DemoCode, DemoUse } from './campaign-uses.ts';

/** Tables to analyse after the seed. */
export const CAMPAIGN_TABLES =
  'campaign, campaign_slice, coupon_batch, coupon, coupon_slice, coupon_redemption, campaign_daily';

/** A code of a batch. */
export interface DemoCoupon extends DemoCode {
  readonly batch: string;
  readonly isDisabled: boolean;
}
/** A campaign with all its rows. */
export interface DemoCampaign {
  readonly id: string;
  readonly plan: CampaignPlan;
  readonly actor: string;
  readonly created: Date;
  readonly starts: Date;
  readonly ends: Date;
  readonly activated: Date | null;
  readonly changed: Date | null;
  readonly areas: readonly string[];
  readonly budget: number | null;
  readonly batches: readonly {
    readonly id: string;
    readonly streamer: string | null;
    readonly codes: number;
    readonly made: Date;
    readonly until: Date | null;
  }[];
  readonly coupons: readonly DemoCoupon[];
  readonly uses: readonly DemoUse[];
}

const json = (rows: readonly object[]): string => JSON.stringify(rows);

/** Writes campaigns in their final state; counters, slices and history match the rows. */
export async function writeCampaigns(client: ClientBase, campaigns: readonly DemoCampaign[]): Promise<void> {
  await writeTerms(client, campaigns);
  await writeCodes(client, campaigns);
  await writeUses(client, campaigns);
  await writeFigures(client);
  await writeHistory(client, campaigns);
}

async function writeTerms(client: ClientBase, campaigns: readonly DemoCampaign[]): Promise<void> {
  const rows = campaigns.map(({ id, plan, actor, created, starts, ends, activated, changed, budget }) => {
    const { reward } = plan;
    return {
      ...{ id, code: plan.code, name: plan.name, description: plan.description ?? null, reward: reward.type },
      percent: reward.type === 'PERCENT' ? reward.percentBp : null,
      most: reward.type === 'PERCENT' ? (reward.maxMinor ?? null) : null,
      amount: reward.type === 'AMOUNT' ? reward.amountMinor : null,
      points: reward.type === 'POINTS' ? reward.points : null,
      gift: reward.type === 'GIFT' ? reward.gift : null,
      ...{ currency: plan.currency ?? null, least: plan.minOrderMinor ?? null, first: plan.firstOrderOnly ?? false },
      ...{ starts, ends, zone: plan.timezone, mode: plan.mode, prefix: plan.prefix ?? null, budget, created, actor },
      coupons: plan.mode === 'SHARED' ? 50 : 2_000,
      ...{ each: plan.perCoupon ?? 1, person: plan.perAccount ?? 1, uses: plan.redemptionsLimit ?? null },
      ...{ state: plan.state, reason: plan.reason ?? null, activated, changed: changed ?? activated ?? created },
      version: 1 + (activated ? 1 : 0) + (changed ? 1 : 0),
    };
  });
  await client.query(
    `insert into campaign (id, code, name, description, reward_type, percent_bp, max_discount_minor, amount_minor, points, gift_text_i18n,
      currency, min_order_minor, first_order_only, starts_at, ends_at, timezone, code_mode, code_prefix, coupons_limit, per_coupon_limit,
      per_account_limit, redemptions_limit, budget_minor, state, state_reason, state_changed_at, activated_at, created_at, created_by,
      updated_at, updated_by, version)
    select c.id, c.code, c.name, c.description, c.reward, c.percent, c.most, c.amount, c.points, c.gift, c.currency, c.least, c.first,
      c.starts, c.ends, c.zone, c.mode, c.prefix, c.coupons, c.each, c.person, c.uses, c.budget, c.state, c.reason, c.changed, c.activated,
      c.created, c.actor, c.changed, c.actor, c.version
    from jsonb_to_recordset($1::jsonb) as c (id uuid, code text, name text, description text, reward campaign_reward, percent int, most bigint,
      amount bigint, points int, gift jsonb, currency text, least bigint, first boolean, starts timestamptz, ends timestamptz, zone text,
      mode campaign_code_mode, prefix text, coupons int, "each" int, person int, uses int, budget bigint, state campaign_state, reason text,
      changed timestamptz, activated timestamptz, created timestamptz, actor text, version int)`,
    [json(rows)],
  );
  const areas = campaigns.flatMap(({ id, areas: within }) => within.map((area) => ({ id, area })));
  await client.query(
    'insert into campaign_area select a.id, a.area from jsonb_to_recordset($1::jsonb) as a (id uuid, area uuid)',
    [json(areas)],
  );
}

async function writeCodes(client: ClientBase, campaigns: readonly DemoCampaign[]): Promise<void> {
  const owner = (key: string | null) => (key === null ? null : streamerId(key));
  const batches = campaigns.flatMap(({ id: campaign, batches: made, actor }) =>
    made.map((batch) => ({ ...batch, campaign, actor, streamer: owner(batch.streamer) })),
  );
  await client.query(
    `insert into coupon_batch (id, campaign_id, streamer_id, requested, generated, state, expires_at, created_at, created_by, updated_at, updated_by)
    select b.id, b.campaign, b.streamer, b.codes, b.codes, 'DONE', b.until, b.made, b.actor, b.made, b.actor
    from jsonb_to_recordset($1::jsonb) as b (id uuid, campaign uuid, streamer uuid, codes int, until timestamptz, made timestamptz, actor text)`,
    [json(batches)],
  );
  const coupons = campaigns.flatMap(({ id: campaign, coupons: made, plan }) =>
    made.map(({ from, ...coupon }) => ({
      ...{ ...coupon, campaign, streamer: owner(coupon.streamer), uses: plan.perCoupon ?? 1 },
      reason: coupon.isDisabled ? 'Printed twice by mistake' : null,
      given: plan.mode === 'SHARED' ? from : null,
    })),
  );
  await client.query(
    `insert into coupon (id, campaign_id, batch_id, streamer_id, valid_until, distributed_at, max_redemptions, state, code, disabled_reason)
    select k.id, k.campaign, k.batch, k.streamer, k.until, k.given, k.uses, case when k.reason is null then 'ACTIVE' else 'DISABLED' end::coupon_state,
      k.code, k.reason
    from jsonb_to_recordset($1::jsonb) as k (id uuid, campaign uuid, batch uuid, streamer uuid, until timestamptz, given timestamptz, uses int,
      code text, reason text)`,
    [json(coupons)],
  );
  const partners = campaigns.flatMap(({ id: campaign, plan, coupons: made, created, actor }) =>
    plan.streamers.map(({ key, shared, quota, commissionBp }) => ({
      ...{ campaign, streamer: streamerId(key), quota: quota ?? 0, commission: commissionBp, created, actor },
      coupon: made.find(({ code }) => code === shared)?.id ?? null,
    })),
  );
  await client.query(
    `insert into campaign_streamer (campaign_id, streamer_id, shared_coupon_id, coupon_quota, commission_bp, created_at, created_by, updated_at, updated_by)
    select p.campaign, p.streamer, p.coupon, p.quota, p.commission, p.created, p.actor, p.created, p.actor
    from jsonb_to_recordset($1::jsonb) as p (campaign uuid, streamer uuid, coupon uuid, quota int, commission int, created timestamptz, actor text)`,
    [json(partners)],
  );
}

async function writeUses(client: ClientBase, campaigns: readonly DemoCampaign[]): Promise<void> {
  const uses = campaigns.flatMap(({ id: campaign, uses: made }) =>
    made.map((use) => ({
      ...{ ...use, campaign, streamer: use.streamer === null ? null : streamerId(use.streamer) },
    })),
  );
  await client.query(
    `insert into coupon_redemption (id, campaign_id, coupon_id, account_id, store_id, streamer_id, state, slice, coupon_use_no, account_use_no,
      order_ref, order_minor, discount_minor, currency, points, commission_minor, reserved_at, reserved_until, confirmed_at, released_at,
      rolled_back_at, rolled_back_by, rollback_reason, idempotency_key, request_hash, created_by)
    select u.id, u.campaign, u.coupon, u.account, u.store, u.streamer, u.state, u.slice, u."use", 1, u.reference, u."order", u.discount, u.currency,
      u.points, u.commission, u.at, u.until, u.confirmed, u.released, u."rolledBack", u."rolledBackBy", u.reason, u.key, sha256(u.key::bytea), 'demo-pos'
    from jsonb_to_recordset($1::jsonb) as u (id uuid, campaign uuid, coupon uuid, account uuid, store uuid, streamer uuid, state redemption_state,
      slice smallint, "use" int, reference text, "order" bigint, discount bigint, currency text, points int, commission bigint, at timestamptz,
      until timestamptz, confirmed timestamptz, released timestamptz, "rolledBack" timestamptz, "rolledBackBy" text, reason text, key text)
    order by u.id`,
    [json(uses)],
  );
  await client.query(`
    insert into campaign_slice (campaign_id, slice, is_open, redemptions_used, redemptions_cap, discount_used_minor, budget_cap_minor, points_used)
    select c.id, n, c.state = 'ACTIVE', used.uses, used.uses + slice_share(c.redemptions_limit - total.uses, n, s.slices),
      used.discount, used.discount + slice_share(c.budget_minor - total.discount, n, s.slices), used.points
    from campaign c
      cross join lateral (select case c.code_mode when 'UNIQUE' then 1 else 16 end as slices) as s
      cross join lateral (${TAKEN}) as total
      cross join lateral generate_series(0, s.slices - 1) as n
      cross join lateral (${TAKEN} and r.slice = n) as used
    where c.activated_at is not null`);
  await client.query(`
    update coupon k set redemptions_count = u.confirmed, reserved_count = u.reserved, last_used_at = u.last, distributed_at = coalesce(k.distributed_at, u.first)
    from (${BY_COUPON} group by coupon_id) as u
    where u.coupon_id = k.id and char_length(k.code) > 10`);
  await client.query(`update coupon k set last_used_at = u.last from (${BY_COUPON} group by coupon_id) as u
    where u.coupon_id = k.id and char_length(k.code) <= 10`);
  await client.query(`
    update coupon_slice s set redemptions_count = u.confirmed, reserved_count = u.reserved, last_used_at = u.last
    from (${BY_COUPON.replace('coupon_id', 'coupon_id, slice')} group by coupon_id, slice) as u
    where u.coupon_id = s.coupon_id and u.slice = s.slice`);
}

/** Writes daily figures, rejections, and alerts raised by the limits. */
async function writeFigures(client: ClientBase): Promise<void> {
  await client.query(`
    insert into campaign_daily (campaign_id, day, store_id, streamer_id, slice, confirmed, rolled_back, order_minor, discount_minor, points, commission_minor)
    select r.campaign_id, (r.confirmed_at at time zone c.timezone)::date, coalesce(r.store_id, ${NIL_ID}), coalesce(r.streamer_id, ${NIL_ID}), 0,
      count(*), count(*) filter (where r.state = 'ROLLED_BACK'), ${kept('order_minor')}, ${kept('discount_minor')}, ${kept('points')},
      ${kept('commission_minor')}
    from coupon_redemption r join campaign c on c.id = r.campaign_id
    where r.confirmed_at is not null group by 1, 2, 3, 4`);
  await client.query(`
    insert into coupon_rejection_hourly (campaign_id, hour, reason, n)
    select r.campaign_id, date_trunc('hour', r.reserved_at, 'UTC'),
      (array['COUPON_USED', 'COUPON_USED', 'MIN_ORDER', 'ACCOUNT_LIMIT', 'WRONG_STORE', 'COUPON_EXPIRED'])[1 + (hashtextextended(r.id::text, 3) & 1023) % 6] as reason,
      count(*)
    from coupon_redemption r where (hashtextextended(r.id::text, 4) & 1023) % 7 = 0 group by 1, 2, 3`);
  await client.query('select raise_campaign_alerts(id) from campaign where activated_at is not null');
  // Each was raised by the use that reached its percentage of the limit.
  await client.query(`
    with taken as (
      select campaign_id, reserved_at, sum(discount_minor) over w as spent, count(*) over w as uses
      from coupon_redemption where state in ('RESERVED', 'CONFIRMED') window w as (partition by campaign_id order by reserved_at, id)
    )
    update campaign_alert a set raised_at = r.at from (
      select e.id, min(t.reserved_at) as at from campaign_alert e join taken t using (campaign_id)
      where e.percent * e.of_limit <= 100 * case e.kind when 'BUDGET' then t.spent else t.uses end group by e.id
    ) as r where r.id = a.id`);
}

const NIL_ID = `'00000000-0000-0000-0000-000000000000'::uuid`;
const kept = (column: string) => `coalesce(sum(r.${column}) filter (where r.state = 'CONFIRMED'), 0)`;

/** Amounts used and reserved in a campaign. */
const TAKEN = `
  select count(*) as uses, coalesce(sum(r.discount_minor), 0)::bigint as discount, coalesce(sum(r.points), 0)::bigint as points
  from coupon_redemption r where r.campaign_id = c.id and r.state in ('RESERVED', 'CONFIRMED')`;

const BY_COUPON = `
  select coupon_id, count(*) filter (where state = 'CONFIRMED')::int as confirmed, count(*) filter (where state = 'RESERVED')::int as reserved,
    max(confirmed_at) as last, min(reserved_at) as first from coupon_redemption`;

/** Writes audit events: who created, activated and changed each campaign. */
async function writeHistory(client: ClientBase, campaigns: readonly DemoCampaign[]): Promise<void> {
  const verbs = { PAUSED: 'pause', CANCELED: 'cancel', ARCHIVED: 'archive', DRAFT: null, ACTIVE: null } as const;
  const events = campaigns.flatMap(({ id, plan, actor, created, activated, changed }) => {
    const made = { code: [null, plan.code], name: [null, plan.name] };
    const verb = verbs[plan.state];
    return [
      { id, actor, at: created, action: 'campaign.create', reason: null, changes: made },
      ...(activated
        ? [
            {
              id,
              actor,
              at: activated,
              action: 'campaign.activate',
              reason: null,
              changes: { state: ['DRAFT', 'ACTIVE'] },
            },
          ]
        : []),
      ...(verb && changed
        ? [
            {
              ...{ id, actor, at: changed, action: `campaign.${verb}`, reason: plan.reason ?? null },
              changes: { state: ['ACTIVE', plan.state] },
            },
          ]
        : []),
    ];
  });
  await client.query(
    `insert into staff_audit_event (occurred_at, actor_sub, actor_roles, request_id, action, entity_type, entity_id, outcome, reason, changes)
    select e.at, e.actor, array['ADMIN'], 'seed-' || left(md5(e.id || e.action), 16), e.action, 'campaign', e.id, 'DONE', e.reason, e.changes
    from jsonb_to_recordset($1::jsonb) as e (id text, actor text, at timestamptz, action text, reason text, changes jsonb)
    order by e.at`,
    [json(events)],
  );
}
