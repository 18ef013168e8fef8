import {
  AppError,
  AUDIENCE_EXCLUSIONS,
  type AudienceExclusion,
  type AudienceHold,
  NOTIFICATION_LIMITS,
  type NotificationSendMode,
  type TOPIC_KINDS,
} from '@backcounter/domain';
import { approvalRule } from '../../../approvals/require-approval.ts';
import { readWholeSetting } from '../../../db/setting.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import { SqlValues } from '../../../listing/list-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { statementFor } from '../../../listing/statements.ts';
import type { UsedSegment } from '../../../references/segments.ts';
import { planWaves, type Wave } from './wave-preview.ts';

/** Audience and timing of a notification. */
export interface AudienceTerms {
  readonly topicId: string;
  readonly countryCodes: readonly string[];
  readonly areaIds: readonly string[];
  readonly badgeId: string | null;
  readonly segmentId: string | null;
  readonly lastSeenWithinDays: number | null;
  readonly notSeenWithinDays: number | null;
  readonly resendOfId: string | null;
  readonly sendMode: NotificationSendMode;
  readonly sendAt: Date | string | null;
  readonly sendLocal: string | null;
  readonly notAfter: Date | string | null;
  readonly throttlePerMinute: number | null;
  readonly ignoreQuietHours: boolean;
  readonly ignoreFrequencyCap: boolean;
}

/** Recipients of a notification, exclusions with reasons, and recipients that wait or will be skipped. */
export interface Audience {
  readonly recipients: number;
  /** False: estimated from a sample, which is the same each time. */
  readonly isExact: boolean;
  readonly at: string;
  /** Number of all accounts, or for a resend of failed deliveries; the sum of recipients and exclusions. */
  readonly accounts: number;
  readonly excluded: readonly { readonly reason: AudienceExclusion; readonly count: number }[];
  /** Subsets of the recipients; one account may be in several. */
  readonly holds: readonly { readonly reason: AudienceHold; readonly count: number }[];
  /** Subsets of the recipients that will not be reached; each account is in one. */
  readonly skipped: readonly { readonly reason: AudienceHold; readonly count: number }[];
  /** By zone; empty unless AT_LOCAL. */
  readonly waves: readonly Wave[];
  /** Earliest requested time in the future. */
  readonly startsAt: string | null;
  /** Planned first and last delivery, including quiet hours and rate. */
  readonly firstAt: string | null;
  readonly lastAt: string | null;
  readonly approvalAbove: number;
  /** A second person approves large audiences, in place of an administrator's reason. */
  readonly isApproved: boolean;
  readonly topicKind: (typeof TOPIC_KINDS)[number];
}

/** Timeout of a statement of the estimate. */
const TIMEOUT_MS = 2_000;
/** Up to this many accounts are counted exactly. */
const EXACT_MAX = 10_000;
/** A sample aims at this many accounts of the topic, and has no more accounts in total than `SAMPLE_ACCOUNTS_MAX`. */
const SAMPLE_AIM = 8_000;
const SAMPLE_ACCOUNTS_MAX = 100_000;

interface Situation {
  readonly kind: (typeof TOPIC_KINDS)[number];
  readonly subscribers: number;
  readonly accounts: number;
  readonly at: string;
}

interface Group {
  readonly exclusion: AudienceExclusion | null;
  readonly timezone: string;
  /** False: PostgreSQL doesn't have the zone. */
  readonly isKnown: boolean;
  readonly accounts: number;
  readonly noDevice: number;
  readonly capped: number;
  /** Capped, with a device. */
  readonly cappedOnly: number;
}

const SITUATION = `
  select t.kind::text as kind, t.subscriber_count as subscribers,
    (select coalesce(sum(c.accounts), 0)::bigint from account_count c) as accounts, now() as at
  from topic t where t.id = $1::uuid`;

/** SQL with the rule of the snapshot, the reasons, and the later checks of the dispatcher. */
const GROUPS = `
  select x.exclusion::text as exclusion, x.timezone, known_zone(x.timezone) = x.timezone as "isKnown", count(*)::int as accounts, count(*) filter (where h.no_device)::int as "noDevice",
    count(*) filter (where h.is_capped)::int as capped, count(*) filter (where h.is_capped and not h.no_device)::int as "cappedOnly"
  from (select a.id, a.timezone, notification_exclusion($2::topic_kind, s.is_subscribed, a.state, a.push_consent,
      notification_matches($3::bpchar[], $4::uuid[], $6::int, a.country_code, a.area_id, a.last_seen_at, now())
      and ($9::int is null or a.last_seen_at < now() - make_interval(hours => 24 * $9::int))
      and IS_MEMBER
      and ($5::uuid is null or exists (select from account_badge_award w where w.badge_id = $5::uuid and w.account_id = a.id
        and w.revoked_at is null and (w.expires_at is null or w.expires_at > now())))) as exclusion
    from FROM_CLAUSE
    -- Each account is checked once, though its exclusion is used three times.
    offset 0) as x
  cross join lateral (select x.exclusion is null and not exists (select from account_device v
      where v.account_id = x.id and v.invalidated_at is null
        and v.token_refreshed_at > now() - make_interval(hours => 24 * case $2::topic_kind when 'SERVICE' then 270 else 60 end)) as no_device,
    x.exclusion is null and $2::topic_kind = 'MARKETING' and exists (select from push_frequency f
      where f.account_id = x.id and (
        (select count(*) from unnest(f.sent_at) as s(at) where s.at > now() - interval '24 hours') >= $7::int
        or (select count(*) from unnest(f.sent_at) as s(at) where s.at > now() - interval '168 hours') >= $8::int)) as is_capped
    -- Each is looked up once, though both are counted twice.
    offset 0) as h
  group by 1, 2`;

const WITH_TOPIC = 'left join account_topic_subscription s on s.account_id = a.id and s.topic_id = $1::uuid';
const IN_SCOPE = `($2::topic_kind <> 'MARKETING' or s.is_subscribed)`;
/** FROM clauses of the scopes; `more` is SQL of the scope. */
const FROM = {
  SUBSCRIBERS: () =>
    'account_topic_subscription s join account a on a.id = s.account_id where s.topic_id = $1::uuid and s.is_subscribed',
  EVERYBODY: () => `account a ${WITH_TOPIC} where ${IN_SCOPE}`,
  /** `more`: the ids of the members. They are found first, since they are few. */
  MEMBERS: (more: string) => `account a ${WITH_TOPIC} where ${IN_SCOPE} and a.id = any(array(${more}))`,
  // The same pages for the same topic, so that a confirmed number does not vary at random.
  SAMPLE: (more: string) =>
    `account a tablesample system (${more}::float4) repeatable (hashtext($1::text)) ${WITH_TOPIC} where ${IN_SCOPE}`,
  RESEND: (more: string) =>
    `notification o join notification_delivery d on d.notification_id = o.id and d.created_on = o.created_on and d.state = 'FAILED'
    join account a on a.id = d.account_id ${WITH_TOPIC}
    where o.id = ${more}::uuid and not exists (select from notification p
      join notification_delivery y on y.notification_id = p.id and y.created_on = p.created_on
      where p.resend_of = o.id and y.account_id = a.id and y.state in ('SENDING', 'SENT', 'RECEIVED', 'OPENED'))`,
} as const;

/**
 * Calculates the current audience of a notification. Exact up to 10,000 accounts of the topic; above that estimated from a
 * sample of pages, so that its duration is bounded; of a small segment, from the members of its last daily count.
 * @throws AppError `field.invalid` for an unknown topic, `access.denied` for a hidden segment, `query.timed-out`
 */
export async function estimateAudience(context: RequestContext, terms: AudienceTerms): Promise<Audience> {
  const options = { signal: context.signal, timeoutMs: TIMEOUT_MS, isCostly: true } as const;
  const [situation] = isUuid(terms.topicId)
    ? await context.sql.rows<Situation>(statementFor(SITUATION), [terms.topicId], options)
    : [];
  if (situation === undefined) {
    throw new AppError('field.invalid', {
      message: 'There is no such topic.',
      details: { fields: { topicId: [{ rule: 'unknown' }] } },
    });
  }
  const [capPerDay, capPerWeek, approvalAbove, ratePerSecond] = [
    await readWholeSetting(context.db, 'push.cap_per_day'),
    await readWholeSetting(context.db, 'push.cap_per_week'),
    await readWholeSetting(context.db, 'push.approval_above'),
    await readWholeSetting(context.db, 'push.rate_per_second'),
  ];
  const isMarketing = situation.kind === 'MARKETING';
  const segment = await segmentOf(context, terms);
  const scope = scopeOf(terms, situation, segment);
  const values = new SqlValues();
  for (const value of [
    terms.topicId,
    situation.kind,
    terms.countryCodes,
    terms.areaIds,
    terms.badgeId,
    terms.lastSeenWithinDays,
    capPerDay,
    capPerWeek,
    terms.notSeenWithinDays,
  ])
    values.add(value);
  const isMember = segment?.condition(values) ?? 'true';
  const more = scope.more(values);
  const text = GROUPS.replace('FROM_CLAUSE', () => FROM[scope.from](more)).replace('IS_MEMBER', () => isMember);
  const groups = await context.sql.rows<Group>(statementFor(text, false), values.list, options);
  const seen = sum(groups, ({ accounts }) => accounts);
  const base = scope.from === 'RESEND' ? seen : isMarketing ? situation.subscribers : situation.accounts;
  const factor = scope.from === 'SAMPLE' && seen > 0 ? base / seen : 1;
  const scaled = (count: number): number => Math.round(count * factor);
  const reached = groups.filter(({ exclusion }) => exclusion === null);
  const recipients = scaled(sum(reached, ({ accounts }) => accounts));
  const prepared = reached.filter(({ isKnown }) => isKnown);
  const unprepared = sum(reached, ({ isKnown, accounts }) => (isKnown ? 0 : accounts));
  const zones = new Map(prepared.map(({ timezone, accounts }) => [timezone, scaled(accounts)]));
  const keepsQuietHours = isMarketing && !terms.ignoreQuietHours;
  const waves = await planWaves(context, zones, { ...terms, keepsQuietHours }, TIMEOUT_MS);
  const accounts = scope.from === 'RESEND' ? seen : situation.accounts;
  const holds: Record<AudienceHold, number> = {
    NOT_PREPARED: scaled(unprepared),
    NO_DEVICE: scaled(sum(prepared, ({ noDevice }) => noDevice)),
    FREQUENCY_CAP: terms.ignoreFrequencyCap ? 0 : scaled(sum(prepared, ({ capped }) => capped)),
    QUIET_HOURS: sum(
      waves.filter(({ isQuiet, isOver }) => isQuiet && !isOver),
      (wave) => wave.accounts,
    ),
    EXPIRED: sum(
      waves.filter(({ isOver }) => isOver),
      (wave) => wave.accounts,
    ),
  };
  const over = new Set(waves.filter(({ isOver }) => isOver).map(({ timezone }) => timezone));
  const [late, inTime] = [
    prepared.filter(({ timezone }) => over.has(timezone)),
    prepared.filter(({ timezone }) => !over.has(timezone)),
  ];
  const skipped: readonly (readonly [AudienceHold, number])[] = [
    ['EXPIRED', sum(late, ({ accounts: count }) => count)],
    ['NO_DEVICE', sum(inTime, ({ noDevice }) => noDevice)],
    ['FREQUENCY_CAP', terms.ignoreFrequencyCap ? 0 : sum(inTime, ({ cappedOnly }) => cappedOnly)],
    ...(unprepared > 0 ? [['NOT_PREPARED', unprepared] as const] : []),
  ];
  const ahead = waves.filter(({ isOver }) => !isOver);
  const times = ahead.map(({ sendsAt }) => sendsAt);
  return {
    recipients,
    isExact: scope.isExact,
    at: situation.at,
    accounts,
    excluded: excludedOf(groups, scaled, {
      accounts,
      recipients,
      isResend: scope.from === 'RESEND',
      notMembers: scope.from === 'MEMBERS' ? base - seen : 0,
    }),
    holds: (Object.keys(holds) as AudienceHold[]).map((reason) => ({ reason, count: holds[reason] })),
    skipped: skipped.map(([reason, count]) => ({ reason, count: scaled(count) })),
    waves: terms.sendMode === 'AT_LOCAL' ? waves : [],
    startsAt: ahead.map(({ startsAt }) => startsAt).sort()[0] ?? null,
    firstAt: times[0] ?? null,
    lastAt: lastOf(times, recipients, ratePerSecond, terms.throttlePerMinute),
    approvalAbove,
    isApproved: (await approvalRule(context.db, 'NOTIFICATION_SEND')).isOn,
    topicKind: situation.kind,
  };
}

/** The segment that narrows the audience; null: none. @throws AppError `access.denied` for one hidden from the caller */
async function segmentOf(
  context: RequestContext,
  { segmentId, resendOfId }: AudienceTerms,
): Promise<UsedSegment | null> {
  if (segmentId === null || resendOfId !== null) return null;
  const segment = await context.services.segments.read(context, segmentId);
  if (segment === null) throw new AppError('access.denied', { message: 'You may not use its segment.' });
  return segment;
}

/** Accounts to count. */
interface Scope {
  readonly from: keyof typeof FROM;
  readonly isExact: boolean;
  /** SQL that the scope needs besides its placeholders. */
  more(values: SqlValues): string;
}

/**
 * The accounts of the topic: all, or a sample if they are too many. A sample would miss a small segment, whose known
 * members are checked again; before its first count, they are found among all accounts.
 */
function scopeOf(
  { resendOfId }: AudienceTerms,
  { kind, subscribers, accounts }: Situation,
  segment: UsedSegment | null,
): Scope {
  const none = () => '';
  if (resendOfId !== null) return { from: 'RESEND', isExact: true, more: (values) => values.add(resendOfId) };
  const base = kind === 'MARKETING' ? subscribers : accounts;
  if (base <= EXACT_MAX) return { from: kind === 'MARKETING' ? 'SUBSCRIBERS' : 'EVERYBODY', isExact: true, more: none };
  if (segment?.members === null) {
    return {
      from: 'MEMBERS',
      isExact: true,
      more: (values) => segment.presentMembers(values),
    };
  }
  if (segment !== null && segment.members <= EXACT_MAX)
    return { from: 'MEMBERS', isExact: false, more: (values) => segment.knownMembers(values) };
  const percent = Math.min(100, (100 * SAMPLE_AIM) / base, (100 * SAMPLE_ACCOUNTS_MAX) / Math.max(accounts, 1));
  return { from: 'SAMPLE', isExact: false, more: (values) => values.add(percent) };
}

/** The sums that exclusions add up to, and subscribers outside the segment that were not read. */
interface Totals {
  readonly accounts: number;
  readonly recipients: number;
  readonly isResend: boolean;
  readonly notMembers: number;
}

/** Exclusions by reason. The unsubscribed are all remaining accounts, so that the sum is exact. */
function excludedOf(
  groups: readonly Group[],
  scaled: (count: number) => number,
  { accounts, recipients, isResend, notMembers }: Totals,
): Audience['excluded'] {
  const counted = AUDIENCE_EXCLUSIONS.map((reason) => {
    const found = sum(
      groups.filter(({ exclusion }) => exclusion === reason),
      (group) => group.accounts,
    );
    return { reason, count: scaled(found) + (reason === 'OUTSIDE_FILTERS' ? notMembers : 0) };
  });
  if (isResend) return counted;
  const others = sum(
    counted.filter(({ reason }) => reason !== 'UNSUBSCRIBED'),
    ({ count }) => count,
  );
  return counted.map(({ reason, count }) => ({
    reason,
    count: reason === 'UNSUBSCRIBED' ? Math.max(0, accounts - recipients - others) : count,
  }));
}

function lastOf(
  times: readonly string[],
  recipients: number,
  ratePerSecond: number,
  throttlePerMinute: number | null,
): string | null {
  const last = times.at(-1);
  if (last === undefined) return null;
  const perSecond = Math.min(ratePerSecond, (throttlePerMinute ?? Number.POSITIVE_INFINITY) / 60);
  return new Date(Date.parse(last) + Math.ceil(recipients / perSecond) * 1_000).toISOString();
}

function sum<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}

/** True if only an administrator may schedule it. */
export function isLargeAudience({
  recipients,
  approvalAbove,
  isApproved,
}: Pick<Audience, 'recipients' | 'approvalAbove' | 'isApproved'>): boolean {
  return !isApproved && recipients > approvalAbove;
}

/** True if the number of recipients has to be typed. */
export function needsTypedNumber(audience: Audience, isOverriding: boolean): boolean {
  return isLargeAudience(audience) || isOverriding || audience.recipients > NOTIFICATION_LIMITS.typedAbove;
}
