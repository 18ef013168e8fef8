import { may, USE_ALERTS } from '@backcounter/domain';
import type { AttentionItemViewFragment, AttentionKind } from '../generated/graphql.ts';
import { currentRoles } from '../lib/settings/session.ts';
import { personCode } from '../listing/address/person-code.ts';
import { compact, encodeFilter } from '../listing/filter/filter-value.ts';

const SOON_MS = 3 * 24 * 3_600_000;

/** Target of the next step; null for people who may not open it. */
export function attentionHref({ kind, action, subject }: AttentionItemViewFragment): string | null {
  if (subject == null) return kind === 'WALLETS_FROZEN' ? '/stores?state=SUSPENDED' : null;
  const id = encodeURIComponent(subject.id);
  switch (subject.type) {
    case 'CAMPAIGN':
      return action === 'CONTINUE' ? `/campaigns/${id}?edit` : `/campaigns/${id}`;
    case 'GIVEAWAY':
      if (action === 'CONTINUE') return `/giveaways/${id}/transactions?edit`;
      return action === 'ANNOUNCE' || action === 'HAND_OVER'
        ? `/giveaways/${id}/transactions?tab=winners`
        : `/giveaways/${id}/transactions`;
    case 'NOTIFICATION':
      return action === 'CONTINUE' ? `/notifications/${id}?edit` : `/notifications/${id}`;
    case 'JOB':
      return may(currentRoles(), 'area.admin') ? `/admin/jobs?open=${id}` : null;
    case 'ACCOUNT':
      return kind === 'LEDGER_BROKEN' ? `/accounts/${id}?tab=points` : `/accounts/${id}`;
    case 'SEGMENT':
      return `/accounts/segments/${id}`;
    case 'STAFF':
      return kind === 'STAFF_REQUEST' ? `/admin/people?edit=${id}` : `/admin/audit?person=${personCode(subject.id)}`;
    case 'STORE':
      return `/stores/${id}`;
  }
}

/** The list of all records of a kind; null without one. */
export function attentionListHref(kind: AttentionKind): string | null {
  switch (kind) {
    case 'CAMPAIGN_BUDGET':
      return `/campaigns?budgetUse=${USE_ALERTS[0]}..&status=RUNNING.EXHAUSTED`;
    case 'CAMPAIGN_DRAFT':
      return '/campaigns?status=DRAFT';
    case 'CAMPAIGN_ENDING':
      return `/campaigns?ends=${soon()}&status=RUNNING.PAUSED`;
    case 'CAMPAIGN_LEAK':
      return '/campaigns?status=PAUSED';
    case 'CAMPAIGN_STARTING':
      return '/campaigns?sort=starts&status=DRAFT';
    case 'GIVEAWAY_DRAFT':
      return '/giveaways?status=DRAFT';
    case 'GIVEAWAY_OVERDUE':
    case 'GIVEAWAY_TO_DRAW':
      return '/giveaways?status=CLOSED.FROZEN';
    case 'GIVEAWAY_TO_ANNOUNCE':
      return '/giveaways?status=DRAWN';
    case 'GIVEAWAY_TO_HAND_OVER':
      return '/giveaways?status=ANNOUNCED';
    case 'JOB_FAILED':
      return may(currentRoles(), 'area.admin') ? '/admin/jobs?state=FAILED' : null;
    case 'LEDGER_BROKEN':
      return null;
    case 'NOTIFICATION_DRAFT':
      return '/notifications?state=DRAFT';
    case 'NOTIFICATION_FAILED':
      return '/notifications?state=FAILED';
    case 'NOTIFICATION_PAUSED':
      return '/notifications?state=PAUSED';
    case 'SEGMENT_EMPTY':
      return '/accounts/segments';
    case 'STAFF_DISCLOSURE':
      return '/admin/audit';
    case 'STAFF_REQUEST':
      return '/admin/people?asks=true';
    case 'WALLETS_FROZEN':
      return '/stores?state=SUSPENDED';
  }
}

/** The next three days, as a filter in the URL. */
function soon(): string {
  const now = Date.now();
  const [from, to] = [now, now + SOON_MS].map((at) => new Date(at).toISOString());
  return encodeFilter({ kind: 'instant', range: { from: from ?? null, to: to ?? null } });
}

/** The filter of a list for records since an instant. */
export function sinceFilter(instant: string): string {
  return `${compact(instant)}..`;
}
