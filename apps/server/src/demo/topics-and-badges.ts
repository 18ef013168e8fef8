import type { ClientBase } from 'pg';
import { NEWEST_ACCOUNTS } from './accounts/newest-accounts.ts';
import badgeCategories from './data/badges.json' with { type: 'json' };
import topicCategories from './data/topics.json' with { type: 'json' };
import { COLLEAGUES } from './history.ts';
import { stableId } from './stable-id.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The badge that colleagues give to new people. */
const WELCOME = 'welcome';
const ARCHIVED_DAYS = 200;

interface DemoBadge {
  readonly code: string;
  /** Fraction of all accounts. */
  readonly share: number;
  /** Absent: `ACTIVE`. */
  readonly state?: string;
  readonly rule?: readonly (number | string)[];
}

interface DemoTopic {
  readonly code: string;
  readonly kind: string;
  /** Fraction of accounts that allow notifications. */
  readonly share: number;
  readonly isDefault?: boolean;
  readonly archived?: boolean;
}

const TOPIC_CATEGORIES: readonly { readonly code: string; readonly topics: readonly DemoTopic[] }[] = topicCategories;

const BADGE_CATEGORIES: readonly { readonly code: string; readonly badges: readonly DemoBadge[] }[] = badgeCategories;

/** Key in the file store of a demo badge's picture. */
export function demoBadgePath(code: string): string {
  return `badges/demo-${code}.png`;
}

/** Codes of the demo's badges. */
export const DEMO_BADGE_CODES: readonly string[] = BADGE_CATEGORIES.flatMap(({ badges }) =>
  badges.map(({ code }) => code),
);

/** Adds the demo's topics and badges with their categories. Kinds that already have rows are skipped. */
export async function seedTopicsAndBadges(client: ClientBase, now: Date): Promise<void> {
  const topicGroups = TOPIC_CATEGORIES.map((group, at) => ({
    ...group,
    id: stableId(`topic-category ${group.code}`),
    position: at + 1,
    topics: group.topics.map((topic, place) => ({
      ...topic,
      id: stableId(`topic ${topic.code}`),
      position: place + 1,
      isDefault: topic.isDefault === true,
      archived: topic.archived ? new Date(now.getTime() - ARCHIVED_DAYS * DAY_MS) : null,
    })),
  }));
  await client.query(
    `with given as (select row from jsonb_array_elements($1::jsonb) as row where not exists (select from topic_category)),
    groups as (
      insert into topic_category (id, code, name_i18n, position)
      select (row ->> 'id')::uuid, row ->> 'code', row -> 'name', (row ->> 'position')::int from given
      returning id)
    insert into topic (id, category_id, code, name_i18n, description_i18n, kind, default_subscribed, position, archived_at)
    select (topic ->> 'id')::uuid, groups.id, topic ->> 'code', topic -> 'name', topic -> 'description',
      (topic ->> 'kind')::topic_kind, (topic ->> 'isDefault')::boolean, (topic ->> 'position')::int, (topic ->> 'archived')::timestamptz
    from given join groups on groups.id = (row ->> 'id')::uuid, jsonb_array_elements(row -> 'topics') as topic`,
    [JSON.stringify(topicGroups)],
  );
  const badgeGroups = BADGE_CATEGORIES.map((group, at) => ({
    ...group,
    id: stableId(`badge-category ${group.code}`),
    position: at + 1,
    badges: group.badges.map((badge) => ({
      ...badge,
      id: stableId(`badge ${badge.code}`),
      path: demoBadgePath(badge.code),
    })),
  }));
  await client.query(
    `with given as (select row from jsonb_array_elements($1::jsonb) as row where not exists (select from badge_category)),
    groups as (
      insert into badge_category (id, code, name_i18n, position)
      select (row ->> 'id')::uuid, row ->> 'code', row -> 'name', (row ->> 'position')::int from given
      returning id)
    insert into badge (id, category_id, code, name_i18n, description_i18n, criteria_i18n, image_path, award_mode, rule_kind,
      rule_threshold, state)
    select (badge ->> 'id')::uuid, groups.id, badge ->> 'code', badge -> 'name', badge -> 'description', badge -> 'criteria',
      badge ->> 'path', (case when badge ? 'rule' then 'RULE' else 'MANUAL' end)::badge_award_mode,
      (badge #>> '{rule,0}')::badge_rule_kind, (badge #>> '{rule,1}')::bigint, coalesce(badge ->> 'state', 'ACTIVE')::badge_state
    from given join groups on groups.id = (row ->> 'id')::uuid, jsonb_array_elements(row -> 'badges') as badge`,
    [JSON.stringify(badgeGroups)],
  );
}

/**
 * Generates subscriptions and awards, in the same proportion at every size and the same for the same accounts: accounts
 * that allow notifications have about two topics, and one in six accounts has a badge.
 */
export async function seedEngagement(client: ClientBase, now: Date): Promise<void> {
  const topics = TOPIC_CATEGORIES.flatMap((category) => category.topics).map(({ code, share }, place) => ({
    id: stableId(`topic ${code}`),
    share,
    salt: 1_000 + place,
  }));
  const badges = BADGE_CATEGORIES.flatMap((category) => category.badges).map(({ code, share }, place) => ({
    id: stableId(`badge ${code}`),
    share,
    salt: 2_000 + place,
  }));
  await client.query(
    `insert into account_topic_subscription (account_id, topic_id, is_subscribed, source, changed_at, changed_by)
    select a.id, t.id, true, s.source::subscription_source, least(a.push_consent_at, $2), case s.source when 'STAFF' then '${COLLEAGUES[0].sub}' end
    from jsonb_to_recordset($1::jsonb) as t (id uuid, share float8, salt bigint)
    join topic on topic.id = t.id
    join account a on a.push_consent and a.state <> 'ERASED' and ${drawn('a.public_no', 't')}
    cross join lateral (select case when topic.default_subscribed then 'DEFAULT' when (a.public_no + t.salt) % 23 = 0 then 'STAFF'
      when (a.public_no + t.salt) % 19 = 0 then 'IMPORT' else 'APP' end as source) as s
    order by a.id, t.id`,
    [JSON.stringify(topics), now],
  );
  await client.query(
    `insert into account_badge_award (id, badge_id, account_id, is_repeatable, source, awarded_by, awarded_at)
    select md5(b.id::text || a.id::text)::uuid, b.id, a.id, badge.is_repeatable,
      (case when badge.award_mode = 'RULE' then 'RULE' else 'STAFF' end)::award_source,
      case when badge.award_mode = 'MANUAL' then ($3::text[])[1 + a.public_no % cardinality($3::text[])] end,
      a.created_at + ($2 - a.created_at) * ((hashint8extended(a.public_no, b.salt + 1000) & 1023) / 1024.0)
    from jsonb_to_recordset($1::jsonb) as b (id uuid, share float8, salt bigint)
    join badge on badge.id = b.id and badge.rule_kind is distinct from 'COUPONS_REDEEMED'
    join account a on a.state in ('ACTIVE', 'SUSPENDED')
      and (${drawn('a.public_no', 'b')} or (badge.code = '${WELCOME}' and a.id = any (array(${NEWEST_ACCOUNTS}))))
    order by a.id, b.id`,
    [JSON.stringify(badges), now, COLLEAGUES.map(({ sub }) => sub)],
  );
}

/** Awards redemption badges to accounts with enough redemptions, naming the redemption that reached the threshold. */
export async function seedRedemptionBadges(client: ClientBase, now: Date): Promise<void> {
  await client.query(
    `insert into account_badge_award (id, badge_id, account_id, is_repeatable, source, awarded_at)
    select md5(b.id::text || r.account_id::text)::uuid, b.id, r.account_id, b.is_repeatable, 'RULE', r.confirmed_at
    from (
      select account_id, confirmed_at, row_number() over (partition by account_id order by confirmed_at, id) as nth
      from coupon_redemption where state = 'CONFIRMED'
    ) as r join badge b on b.rule_kind = 'COUPONS_REDEEMED' and b.rule_threshold = r.nth
    order by r.account_id, b.id`,
  );
  await client.query(
    `insert into badge_rule_progress (badge_id, looked_until) select id, $1 from badge where rule_kind = 'COUPONS_REDEEMED'`,
    [now],
  );
}

/** SQL that is true for the fraction of numbers drawn by an entry's salt. */
function drawn(number: string, entry: string): string {
  return `(hashint8extended(${number}, ${entry}.salt) & 1048575) < ${entry}.share * 1048576`;
}
