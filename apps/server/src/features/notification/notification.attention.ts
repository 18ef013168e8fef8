import { type AttentionPart, type AttentionScope, attentionFromSql } from '../../attention/attention-source.ts';
import type { ChangeSource } from '../../attention/change-source.ts';
import type { SqlValues } from '../../listing/list-definition.ts';
import type { Caller } from '../../ports/identity.ts';

const SUBJECT = { subject: 'NOTIFICATION', id: 'r.id', titleI18n: 'r.title_i18n' } as const;
const BOTH = { MINE: 'notification.schedule', PROBLEMS: 'notification.read' } as const;

/** SQL condition: created, changed or scheduled by the caller; all if the scope is all problems. */
function owned(values: SqlValues, { sub }: Caller, scope: AttentionScope): string {
  if (scope === 'PROBLEMS') return 'true';
  const me = values.add(sub);
  return `(r.created_by = ${me} or r.updated_by = ${me} or r.scheduled_by = ${me})`;
}

const parts: readonly AttentionPart[] = [
  {
    ...SUBJECT,
    kind: 'NOTIFICATION_FAILED',
    scopes: BOTH,
    from: 'notification r',
    where: (
      values,
      caller,
      scope,
    ) => `r.state = 'FAILED' and r.state_changed_at > now() - interval '7 days' and ${owned(values, caller, scope)}
      and not exists (select from notification o where o.resend_of = r.id and o.state <> 'CANCELED')`,
    since: 'r.state_changed_at',
    severity: `'CRITICAL'`,
    action: () => 'REVIEW',
    facts: { reason: 'r.state_reason', used: 'r.sent', limit: 'r.recipients' },
  },
  {
    ...SUBJECT,
    kind: 'NOTIFICATION_PAUSED',
    scopes: BOTH,
    from: 'notification r',
    where: (values, caller, scope) => `r.state = 'PAUSED' and ${owned(values, caller, scope)}`,
    since: 'r.state_changed_at',
    severity: `'WARNING'`,
    action: () => 'REVIEW',
    facts: { reason: 'r.state_reason', used: 'r.sent', limit: 'r.recipients' },
  },
  {
    ...SUBJECT,
    kind: 'NOTIFICATION_DRAFT',
    scopes: { MINE: 'notification.edit' },
    from: 'notification r',
    where: (values, caller, scope) => `r.state = 'DRAFT' and ${owned(values, caller, scope)}`,
    since: 'r.updated_at',
    severity: `'NOTICE'`,
    action: () => 'CONTINUE',
    facts: { dueAt: 'r.send_at' },
  },
];

/** Notifications that need attention. */
export const notificationAttention = attentionFromSql('NOTIFICATIONS', parts);

/** Notifications that have been sent. */
export const notificationChanges: ChangeSource = {
  kind: 'NOTIFICATIONS_SENT',
  permission: 'notification.read',
  rows: (since) => `from notification r where r.completed_at > ${since}`,
};
