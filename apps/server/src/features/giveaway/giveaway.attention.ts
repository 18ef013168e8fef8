import { type AttentionPart, attentionFromSql } from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';

const SUBJECT = { subject: 'GIVEAWAY', id: 'r.id', code: 'r.code', titleI18n: 'r.title_i18n' } as const;
/** Automatic steps take seconds; a step later than this has failed. */
const LATE = "interval '10 minutes'";
/** SQL of the time of the automatic freeze or draw. */
const STEP_DUE = `case r.state when 'PUBLISHED' then r.closes_at else greatest(r.draw_at, r.frozen_at + interval '60 seconds') end`;

const parts: readonly AttentionPart[] = [
  {
    ...SUBJECT,
    kind: 'GIVEAWAY_OVERDUE',
    scopes: { MINE: 'giveaway.publish', PROBLEMS: 'giveaway.read' },
    from: 'giveaway r',
    where: () => `r.state in ('PUBLISHED', 'FROZEN') and ${STEP_DUE} < now() - ${LATE}`,
    since: STEP_DUE,
    severity: `'CRITICAL'`,
    action: () => 'OPEN',
    facts: { dueAt: STEP_DUE },
  },
  {
    ...SUBJECT,
    kind: 'GIVEAWAY_TO_ANNOUNCE',
    scopes: { MINE: 'giveaway.announce' },
    from: 'giveaway r',
    where: () => `r.state = 'DRAWN'`,
    since: 'r.drawn_at',
    severity: `'WARNING'`,
    action: () => 'ANNOUNCE',
    facts: {
      count: `(select count(*) from giveaway_winner w where w.giveaway_id = r.id and w.kind = 'WINNER')`,
    },
  },
  {
    ...SUBJECT,
    kind: 'GIVEAWAY_TO_HAND_OVER',
    scopes: { MINE: 'giveaway.fulfil' },
    from: `giveaway r cross join lateral (select count(*) as prizes, min(w.claimed_at) as first_at from giveaway_winner w
      where w.giveaway_id = r.id and w.state = 'CLAIMED') c`,
    where: () => `r.state = 'ANNOUNCED' and c.prizes > 0`,
    since: 'c.first_at',
    severity: `'WARNING'`,
    action: () => 'HAND_OVER',
    facts: { count: 'c.prizes' },
  },
  {
    ...SUBJECT,
    kind: 'GIVEAWAY_TO_DRAW',
    scopes: { MINE: 'giveaway.announce' },
    from: 'giveaway r',
    where:
      () => `r.state in ('PUBLISHED', 'FROZEN') and r.closes_at <= now() and r.draw_at <= now() + interval '24 hours'
      and ${STEP_DUE} >= now() - ${LATE}`,
    since: 'r.closes_at',
    severity: `'NOTICE'`,
    action: () => 'OPEN',
    facts: { dueAt: 'r.draw_at' },
  },
  {
    ...SUBJECT,
    kind: 'GIVEAWAY_DRAFT',
    scopes: { MINE: 'giveaway.edit' },
    from: 'giveaway r',
    where: (values, { sub }) => {
      const me = values.add(sub);
      return `r.state = 'DRAFT' and (r.created_by = ${me} or r.updated_by = ${me})`;
    },
    since: 'r.updated_at',
    // A giveaway can't be published after its opening.
    severity: `case when r.opens_at <= now() + interval '3 days' then 'WARNING' else 'NOTICE' end`,
    action: () => 'CONTINUE',
    facts: { dueAt: 'r.opens_at' },
  },
];

/** Giveaways that need attention. */
export const giveawayAttention = attentionFromSql('GIVEAWAYS', parts);

/** Entries since an instant. */
export const entryChanges: ChangeSource = {
  kind: 'GIVEAWAY_ENTRIES',
  permission: 'giveaway.read',
  rows: (since) => `from giveaway g join giveaway_entry e on e.giveaway_id = g.id and e.entered_at > ${since}
    where g.published_at is not null and g.closes_at > ${since}`,
};
