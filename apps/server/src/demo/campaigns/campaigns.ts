import { makeCouponCodes } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { DEMO_STREAMER_SUB } from '../../embedded/identity/demo-people.ts';
import { chanceOf } from '../demo-chance.ts';
import { COLLEAGUES } from '../history.ts';
import { stableIdAt } from '../stable-id.ts';
import { CAMPAIGN_PLANS, type CampaignPlan, STREAMER_PLANS, streamerId } from './campaign-plans.ts';
import { type DemoCampaign, type DemoCoupon, writeCampaigns } from './campaign-rows.ts';
import { type DemoUse, demoUses } from './campaign-uses.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Maximum accounts that may use codes. */
const CROWD_MAX = 4_000;

/**
 * Generates partners and campaigns in every state, with codes and half a year of uses in a weekly rhythm. The same
 * accounts, stores and instant always generate the same rows. Does nothing if the database has campaigns.
 */
export async function seedCampaigns(client: ClientBase, { now }: { readonly now: Date }): Promise<void> {
  const found = await client.query<{ hasSome: boolean }>('select exists (select from campaign) as "hasSome"');
  if (found.rows[0]?.hasSome) return;
  await writeStreamers(client, now);
  const crowds = await loadCrowds(client);
  const campaigns = CAMPAIGN_PLANS.map((plan, index) => makeCampaign(plan, index, crowds, now));
  await writeCampaigns(client, campaigns);
}

async function writeStreamers(client: ClientBase, now: Date): Promise<void> {
  const rows = STREAMER_PLANS.map((plan, index) => ({
    id: streamerId(plan.key),
    sub: plan.key === 'sora' ? DEMO_STREAMER_SUB : null,
    name: plan.name,
    platform: plan.platform,
    channel: plan.channel,
    country: plan.country,
    reason: 'suspended' in plan ? plan.suspended : null,
    made: new Date(now.getTime() - (300 - index * 11) * DAY_MS),
    actor: COLLEAGUES[index % COLLEAGUES.length]?.sub,
  }));
  await client.query(
    `insert into streamer (id, staff_sub, display_name, platform, channel_url, country_code, state, state_reason, state_changed_at,
      created_at, created_by, updated_at, updated_by)
    select s.id, coalesce((select p.id::text from identity.person p where s.sub is not null and p.is_demo and lower(p.email) = 'streamer@demo.test'), s.sub),
      s.name, s.platform, s.channel, (select c.code from country c where c.code = s.country),
      case when s.reason is null then 'ACTIVE' else 'SUSPENDED' end::streamer_state, s.reason, s.made, s.made, s.actor, s.made, s.actor
    from jsonb_to_recordset($1::jsonb) as s (id uuid, sub text, name text, platform streamer_platform, channel text, country text,
      reason text, made timestamptz, actor text)`,
    [JSON.stringify(rows)],
  );
}

interface Places {
  readonly accounts: readonly { id: string; country: string; currency: string }[];
  readonly stores: readonly { id: string; country: string; currency: string }[];
  readonly areas: readonly { id: string; country: string }[];
}

async function loadCrowds(client: ClientBase): Promise<Places> {
  const accounts = await client.query<Places['accounts'][number]>(
    `select a.id, a.country_code::text as country, c.currency::text from account a join country c on c.code = a.country_code
    where a.state = 'ACTIVE' order by a.public_no limit ${CROWD_MAX}`,
  );
  const stores = await client.query<Places['stores'][number]>(
    `select s.id, s.country_code::text as country, c.currency::text from store s join country c on c.code = s.country_code
    where s.state = 'ACTIVE' order by s.sid limit 400`,
  );
  const areas = await client.query<Places['areas'][number]>(
    'select id, country_code::text as country from area where archived_at is null order by country_code, code',
  );
  return { accounts: accounts.rows, stores: stores.rows, areas: areas.rows };
}

function makeCampaign(plan: CampaignPlan, index: number, places: Places, now: Date): DemoCampaign {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS);
  // Created one after the other on office mornings.
  const created = new Date(midnight(at(plan.createdDay), plan.timezone).getTime() + (9 + (index % 5) * 0.7) * HOUR_MS);
  const id = stableIdAt(`campaign ${plan.code}`, created);
  const actor = COLLEAGUES[index % COLLEAGUES.length]?.sub ?? '';
  // Campaigns start and end at midnight in most places, as people enter them.
  const dayIn = (days: number) => midnight(at(days), plan.timezone);
  const starts = dayIn(plan.startDay);
  const ends = dayIn(plan.endDay);
  const { batches, coupons } = makeCoupons(plan, id, created, (days) => dayIn(days));
  const stopped = plan.changedDay === undefined ? now : at(plan.changedDay);
  const isHere = (place: { country: string; currency: string }) =>
    (plan.currency === undefined || place.currency === plan.currency) &&
    (plan.areasOf === undefined || place.country === plan.areasOf);
  const crowd = {
    accounts: places.accounts.filter(isHere).map((account) => account.id),
    stores: places.stores.filter(isHere).map((store) => store.id),
  };
  const to = new Date(Math.min(now.getTime(), ends.getTime(), stopped.getTime()));
  const isUsed = plan.state !== 'DRAFT' && starts < to;
  const uses = isUsed ? demoUses(plan, coupons, crowd, { from: starts, to }, actor) : [];
  return {
    id,
    plan,
    actor,
    created,
    starts,
    ends,
    activated: plan.state === 'DRAFT' ? null : new Date(Math.min(created.getTime() + 5 * HOUR_MS, starts.getTime())),
    changed: plan.changedDay === undefined ? null : stopped,
    areas:
      plan.areasOf === undefined
        ? []
        : places.areas.filter(({ country }) => country === plan.areasOf).map((area) => area.id),
    budget: budgetOf(plan, uses),
    batches,
    coupons,
    uses,
  };
}

/** A budget with the planned fraction used, in round figures if possible. */
function budgetOf({ budgetUsed, order }: CampaignPlan, uses: readonly DemoUse[]): number | null {
  if (budgetUsed === undefined) return null;
  const spent = uses
    .filter(({ state }) => state === 'RESERVED' || state === 'CONFIRMED')
    .reduce((sum, { discount }) => sum + (discount ?? 0), 0);
  if (spent === 0) return order * 400;
  return budgetUsed === 1 ? spent : Math.max(spent, Math.round(spent / budgetUsed / 1_000) * 1_000);
}

function makeCoupons(plan: CampaignPlan, campaign: string, created: Date, dayIn: (days: number) => Date) {
  const shared = plan.streamers.flatMap((streamer) =>
    streamer.shared === undefined ? [] : [{ codes: 1, streamer: streamer.key, shared: streamer.shared }],
  );
  const orders: readonly { codes: number; streamer?: string; endDay?: number; shared?: string }[] =
    plan.mode === 'SHARED' ? shared : plan.batches;
  const chance = chanceOf(`codes of ${plan.code}`);
  const coupons: DemoCoupon[] = [];
  const batches = orders.map((order, place) => {
    // Created on successive working days, the last ones while the campaign is running.
    const made = new Date(
      created.getTime() + (plan.startDay < 0 ? (place + 0.1) * DAY_MS : (place + 1) * 0.1 * HOUR_MS),
    );
    const batch = stableIdAt(`batch ${place} of ${campaign}`, made);
    const random = Uint8Array.from({ length: order.codes * 11 }, () => Math.floor(chance() * 256));
    const codes = order.shared === undefined ? makeCouponCodes(random, plan.prefix ?? '') : [order.shared];
    const until = order.endDay === undefined ? null : dayIn(order.endDay);
    const streamer = order.streamer ?? null;
    for (const [number, code] of codes.entries()) {
      const id = stableIdAt(`coupon ${number} of ${batch}`, made);
      coupons.push({ id, code, batch, streamer, from: made, until, isDisabled: number % 67 === 66 });
    }
    return { id: batch, streamer, codes: codes.length, made, until };
  });
  return { batches, coupons };
}

/** The last midnight before an instant in a zone. */
function midnight(at: Date, timeZone: string): Date {
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const seconds = (parts.get('hour') ?? 0) * 3600 + (parts.get('minute') ?? 0) * 60 + (parts.get('second') ?? 0);
  return new Date(Math.floor(at.getTime() / 1000) * 1000 - seconds * 1000);
}
