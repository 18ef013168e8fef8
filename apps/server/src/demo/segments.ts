import { type SegmentRule, segmentRule } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

interface DemoSegment {
  readonly name: string;
  /** Its members in SQL, for the counts of past days. */
  readonly members: string;
  readonly description: string;
  readonly rule: SegmentRule;
}

const country = (...codes: readonly string[]): SegmentRule => ({ account: { country: { in: codes } } });
const subscribed = (topicId: string): SegmentRule => ({ account: { topic: { in: [topicId] } } });
const seen = (value: object): SegmentRule => ({ account: { lastSeen: value } });

/** Adds six segments, two of which notifications and a campaign use. Does nothing if there ever were any. */
export async function seedSegments(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean; offers: string; campaigns: string[] }>(
    `select exists (select from segment) as found, (select id from topic where code = 'offers.weekly') as offers,
       array(select id from campaign where starts_at < $1 order by starts_at desc, id limit 2) as campaigns`,
    [now],
  );
  const [at] = rows;
  if (at === undefined || at.found) return;
  for (const [index, { name, description, rule, members }] of segmentsOf(at.offers, at.campaigns).entries()) {
    const by = COLLEAGUES[index % COLLEAGUES.length]?.sub;
    const made = new Date(now.getTime() - (40 - index * 7) * 86_400_000);
    const id = stableId(`segment ${name}`);
    await client.query(
      `insert into segment (id, name, description, rule, created_at, created_by, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, $5, $6)`,
      [id, name, description, JSON.stringify(segmentRule.parse(rule)), made, by],
    );
    await client.query(
      `insert into segment_member (segment_id, account_id)
       select $1, a.id from account a where a.state <> 'ERASED' and ${members}`,
      [id],
    );
    await client.query(PAST_DAYS, [id, now, index]);
  }
  await client.query(
    `update notification n set segment_id = $1 from topic t
     where t.id = n.topic_id and t.code = 'offers.coupons' and n.state = 'DRAFT'`,
    [stableId('segment Loyal regulars')],
  );
  // A sent notification no longer changes, and segments are seeded after notifications.
  await client.query('alter table notification disable trigger notification_check_change');
  await client.query(
    `update notification n set segment_id = $1, segment_fixed_at = n.started_at from topic t
     where t.id = n.topic_id and t.code = 'offers.weekly' and n.state = 'SENT'
       and ($2::timestamptz at time zone 'UTC')::date - (n.started_at at time zone 'UTC')::date in (11, 53)`,
    [stableId('segment Readers of our messages'), now],
  );
  await client.query('alter table notification enable trigger notification_check_change');
  await client.query(`update campaign set segment_id = $1 where code = 'LOYALTY-27' and state = 'DRAFT'`, [
    stableId('segment Loyal regulars'),
  ]);
}

/** Counts of 89 days before today, backwards from the members of now: about 1 % enter and leave each day. */
const PAST_DAYS = `
  with size as (select count(*)::int as members from segment_member where segment_id = $1),
    moves as (select n, size.members,
        (size.members * (0.006 + 0.006 * abs(sin(n * 1.7 + $3::int))) + abs(sin(n * 5.3 + $3::int)) * 0.7)::int as entered,
        ((size.members * (0.004 + 0.006 * abs(sin(n * 2.3 + $3::int))) + abs(sin(n * 7.9 + $3::int)) * 0.6) * case when n in (11, 53) then 6 else 1 end)::int as departed
      from generate_series(1, 89) as n, size)
  insert into segment_day (segment_id, day, members, entered, departed)
  select $1, ($2::timestamptz at time zone 'UTC')::date - n,
    greatest(0, members - coalesce(sum(entered - departed) over (order by n rows between unbounded preceding and 1 preceding), 0)),
    entered, departed
  from moves`;

function segmentsOf(offers: string, campaigns: readonly string[]): readonly DemoSegment[] {
  return [
    {
      name: 'Win-back Germany',
      members: `a.country_code = 'DE' and a.last_seen_at < now() - interval '60 days' and exists (
        select from account_topic_subscription s where s.account_id = a.id and s.is_subscribed and s.topic_id = '${offers}')`,
      description: 'Subscribers of the weekly offers who stayed away.',
      rule: { all: [country('DE'), subscribed(offers), seen({ olderThanDays: 60 })] },
    },
    {
      name: 'Loyal regulars',
      members: `a.id in (select aw.owner_id from points_transfer t join points_wallet aw on aw.id = t.credit_wallet_id
        where t.code = 'EARN' and t.recorded_at >= now() - interval '30 days' and aw.owner_type = 'ACCOUNT' and aw.balance >= 500)`,
      description: 'Earned points this month and hold enough to spend.',
      rule: { all: [{ earned: { withinDays: 30 } }, { account: { points: { from: 500 } } }] },
    },
    {
      name: 'Never won yet',
      members: `a.push_consent and a.last_seen_at >= now() - interval '30 days'`,
      description: 'Active people without a prize.',
      rule: { all: [seen({ withinDays: 30 }), { not: { won: {} } }, { account: { pushConsent: true } }] },
    },
    {
      name: 'Readers of our messages',
      members: `(exists (select from notification_delivery d where d.account_id = a.id and d.opened_at >= now() - interval '14 days')
        or a.last_seen_at >= now() - interval '7 days' and exists (
          select from account_topic_subscription s where s.account_id = a.id and s.is_subscribed and s.topic_id = '${offers}'))`,
      description: 'Opened a message lately, or came back by themselves.',
      rule: { any: [{ opened: { withinDays: 14 } }, { all: [subscribed(offers), seen({ withinDays: 7 })] }] },
    },
    {
      name: 'Coupon collectors',
      members: `exists (select from coupon_redemption r where r.account_id = a.id and r.state = 'CONFIRMED'
        and r.campaign_id = any('{${campaigns.join()}}'::uuid[]))`,
      description: 'Redeemed a coupon of the last campaigns.',
      rule: { all: [{ redeemed: campaigns.length > 0 ? { ids: campaigns } : { withinDays: 90 } }] },
    },
    {
      name: 'Players who stopped shopping',
      members: `exists (select from giveaway_entry y where y.account_id = a.id and y.state = 'VALID' and y.entered_at >= now() - interval '90 days')
        and not exists (select from points_wallet aw join points_entry e on e.wallet_id = aw.id join points_transfer t on t.id = e.transfer_id
          where aw.owner_type = 'ACCOUNT' and aw.owner_id = a.id and t.code in ('EARN', 'SPEND') and e.recorded_at >= now() - interval '30 days')`,
      description: 'Entered a giveaway this quarter, but did not shop this month.',
      rule: { all: [{ entered: { withinDays: 90 } }, { not: { shopped: { withinDays: 30 } } }] },
    },
  ];
}
