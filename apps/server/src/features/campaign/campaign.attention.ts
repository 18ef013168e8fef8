import { type Permission, USE_ALERTS } from '@backcounter/domain';
import { type AttentionPart, attentionFromSql } from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';
import { callerMay } from '../../graphql/request-context.ts';
import type { Caller } from '../../ports/identity.ts';

const ALL: Permission = 'campaign.read-all';
const SOON = "now() + interval '3 days'";
const SUBJECT = { subject: 'CAMPAIGN', id: 'r.id', code: 'r.code', title: 'r.name' } as const;
const review = (caller: Caller) => (callerMay(caller, 'campaign.run') ? 'REVIEW' : 'OPEN');

/** A campaign in its window, with the use of its limits: `m.percent` of the limit that is closer to exhaustion. */
const WITH_LIMITS = `campaign r
  cross join lateral (select coalesce(sum(s.discount_used_minor), 0)::bigint as discount, coalesce(sum(s.redemptions_used), 0)::bigint as uses
    from campaign_slice s where s.campaign_id = r.id) u
  cross join lateral (select 100.0 * u.discount / r.budget_minor as budget, 100.0 * u.uses / r.redemptions_limit as uses) p
  cross join lateral (select floor(greatest(p.budget, p.uses))::int as percent, coalesce(p.budget >= p.uses, p.budget is not null) as is_budget) m
  cross join lateral (select case when m.is_budget then u.discount else u.uses end as used,
    case when m.is_budget then r.budget_minor else r.redemptions_limit end as most) l`;

const parts: readonly AttentionPart[] = [
  {
    ...SUBJECT,
    kind: 'CAMPAIGN_BUDGET',
    scopes: { MINE: 'campaign.run', PROBLEMS: ALL },
    from: WITH_LIMITS,
    where: () => `r.state = 'ACTIVE' and r.starts_at <= now() and r.ends_at > now() and m.percent >= ${USE_ALERTS[0]}`,
    since: `coalesce((select max(a.raised_at) from campaign_alert a where a.campaign_id = r.id and a.of_limit = l.most and a.percent <= m.percent
      and a.kind = case when m.is_budget then 'BUDGET' else 'REDEMPTIONS' end::campaign_alert_kind), r.state_changed_at)`,
    severity: `case when m.percent >= ${USE_ALERTS[1]} then 'CRITICAL' else 'WARNING' end`,
    action: review,
    facts: {
      percent: 'm.percent',
      limitKind: `case when m.is_budget then 'BUDGET' else 'USES' end`,
      used: 'l.used',
      limit: 'l.most',
      currency: 'case when m.is_budget then r.currency end',
      dueAt: 'r.ends_at',
      hoursLeft: `round(extract(epoch from campaign_exhausts_at(r.id, m.is_budget, l.used, l.most) - now()) / 3600, 3)`,
    },
  },
  {
    ...SUBJECT,
    kind: 'CAMPAIGN_LEAK',
    scopes: { MINE: 'campaign.run', PROBLEMS: ALL },
    from: 'campaign r',
    where: () => `r.state = 'PAUSED' and r.ends_at > now()
      and exists (select from campaign_alert a where a.campaign_id = r.id and a.kind = 'LEAK' and a.raised_at >= r.state_changed_at)`,
    since: 'r.state_changed_at',
    severity: `'CRITICAL'`,
    action: review,
    facts: { dueAt: 'r.ends_at', reason: 'r.state_reason' },
  },
  {
    ...SUBJECT,
    kind: 'CAMPAIGN_ENDING',
    scopes: { MINE: 'campaign.run' },
    from: 'campaign r',
    where: () =>
      `r.state in ('ACTIVE', 'PAUSED') and r.starts_at <= now() and r.ends_at > now() and r.ends_at <= ${SOON}`,
    since: `r.ends_at - interval '3 days'`,
    severity: `case when r.ends_at <= now() + interval '24 hours' then 'WARNING' else 'NOTICE' end`,
    action: review,
    facts: { dueAt: 'r.ends_at' },
  },
  {
    ...SUBJECT,
    kind: 'CAMPAIGN_STARTING',
    scopes: { MINE: 'campaign.run' },
    from: 'campaign r',
    where: () => `r.state = 'DRAFT' and r.starts_at <= ${SOON} and r.ends_at > now()`,
    since: `greatest(r.created_at, r.starts_at - interval '3 days')`,
    severity: `'WARNING'`,
    action: () => 'ACTIVATE',
    facts: { dueAt: 'r.starts_at' },
  },
  {
    ...SUBJECT,
    kind: 'CAMPAIGN_DRAFT',
    scopes: { MINE: 'campaign.edit' },
    from: 'campaign r',
    where: (values, { sub }) => {
      const me = values.add(sub);
      // Drafts about to start have their own topic.
      return `r.state = 'DRAFT' and (r.starts_at > ${SOON} or r.ends_at <= now()) and (r.created_by = ${me} or r.updated_by = ${me})`;
    },
    since: 'r.updated_at',
    severity: `'NOTICE'`,
    action: () => 'CONTINUE',
    facts: { dueAt: 'r.starts_at' },
  },
];

/** Campaigns that need attention. */
export const campaignAttention = attentionFromSql('CAMPAIGNS', parts);

/** Confirmed redemptions; they can be confirmed for a day after the end of the campaign. */
export const redemptionChanges: ChangeSource = {
  kind: 'REDEMPTIONS',
  permission: ALL,
  rows: (since) => `from campaign c join coupon_redemption x on x.campaign_id = c.id and x.confirmed_at > ${since}
    where c.state <> 'DRAFT' and c.ends_at > ${since} - interval '1 day'`,
};
