import { type SegmentRule, segmentRule } from '@backcounter/domain';
import type { ClientBase } from 'pg';
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

interface DemoSegment {
  readonly name: string;
  readonly description: string;
  readonly rule: SegmentRule;
}

const country = (...codes: readonly string[]): SegmentRule => ({ account: { country: { in: codes } } });
const subscribed = (topicId: string): SegmentRule => ({ account: { topic: { in: [topicId] } } });
const seen = (value: object): SegmentRule => ({ account: { lastSeen: value } });

/** Adds five segments. Does nothing if there ever were any. */
export async function seedSegments(client: ClientBase, now: Date): Promise<void> {
  const { rows } = await client.query<{ found: boolean; offers: string; campaigns: string[] }>(
    `select exists (select from segment) as found, (select id from topic where code = 'offers.weekly') as offers,
       array(select id from campaign where starts_at < $1 order by starts_at desc, id limit 2) as campaigns`,
    [now],
  );
  const [at] = rows;
  if (at === undefined || at.found) return;
  for (const [index, { name, description, rule }] of segmentsOf(at.offers, at.campaigns).entries()) {
    const by = COLLEAGUES[index % COLLEAGUES.length]?.sub;
    const made = new Date(now.getTime() - (40 - index * 7) * 86_400_000);
    await client.query(
      `insert into segment (id, name, description, rule, created_at, created_by, updated_at, updated_by)
       values ($1, $2, $3, $4, $5, $6, $5, $6)`,
      [stableId(`segment ${name}`), name, description, JSON.stringify(segmentRule.parse(rule)), made, by],
    );
  }
}

function segmentsOf(offers: string, campaigns: readonly string[]): readonly DemoSegment[] {
  return [
    {
      name: 'Win-back Germany',
      description: 'Subscribers of the weekly offers who stayed away.',
      rule: { all: [country('DE'), subscribed(offers), seen({ olderThanDays: 60 })] },
    },
    {
      name: 'Loyal regulars',
      description: 'Earned points this month and hold enough to spend.',
      rule: { all: [{ earned: { withinDays: 30 } }, { account: { points: { from: 500 } } }] },
    },
    {
      name: 'Never won yet',
      description: 'Active people without a prize.',
      rule: { all: [seen({ withinDays: 30 }), { not: { won: {} } }, { account: { pushConsent: true } }] },
    },
    {
      name: 'Readers of our messages',
      description: 'Opened a message lately, or came back by themselves.',
      rule: { any: [{ opened: { withinDays: 14 } }, { all: [subscribed(offers), seen({ withinDays: 7 })] }] },
    },
    {
      name: 'Coupon collectors',
      description: 'Redeemed a coupon of the last campaigns.',
      rule: { all: [{ redeemed: campaigns.length > 0 ? { ids: campaigns } : { withinDays: 90 } }] },
    },
  ];
}
