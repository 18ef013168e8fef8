import type { Builder } from '../graphql/builder.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import type { ListPage } from '../listing/run-list.ts';
import type { AuditEventRow, FieldChange } from './audit-history.ts';

/** The types of the audit trail; returns the connection that records use for their history. */
export function addAuditTypes(builder: Builder, { pageInfo, listCount }: ListTypes) {
  const auditOutcome = builder.enumType('AuditOutcome', { values: ['DENIED', 'DONE', 'FAILED'] as const });
  const fieldChange = builder.objectRef<FieldChange>('FieldChange').implement({
    description: 'Before and after are null and `isMasked` is true where this person may not see the field.',
    fields: (t) => ({
      field: t.exposeString('field'),
      before: t.expose('before', { type: 'JSON', nullable: true }),
      after: t.expose('after', { type: 'JSON', nullable: true }),
      isMasked: t.exposeBoolean('isMasked'),
    }),
  });
  const auditEvent = builder.objectRef<AuditEventRow>('AuditEvent').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
      actor: t.expose('actor', { type: 'StaffRef' }),
      action: t.exposeString('action'),
      outcome: t.expose('outcome', { type: auditOutcome }),
      reason: t.exposeString('reason', { nullable: true }),
      requestId: t.exposeString('requestId', { nullable: true }),
      changes: t.expose('changes', { type: [fieldChange] }),
    }),
  });
  return builder.objectRef<ListPage<AuditEventRow>>('AuditEventConnection').implement({
    fields: (t) => ({
      nodes: t.expose('nodes', { type: [auditEvent] }),
      pageInfo: t.expose('pageInfo', { type: pageInfo }),
      count: t.field({ type: listCount, resolve: countOf }),
    }),
  });
}

/** The count of a page, which was started together with it because it was asked for. */
export function countOf({ count }: ListPage<unknown>): NonNullable<ListPage['count']> {
  if (count === null) throw new Error('A count was not started with its page.');
  return count;
}

/** The connection type of histories. */
export type AuditConnectionRef = ReturnType<typeof addAuditTypes>;
