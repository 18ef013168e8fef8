import { needs } from '../graphql/authorise.ts';
import type { Builder } from '../graphql/builder.ts';
import { localName } from '../graphql/reference-data.ts';
import { NEVER_STORED } from '../graphql/repeated-mutation.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import { addSearchedConnection } from '../listing/list-connection.ts';
import type { AuditEventRow, AuditRecord, FieldChange } from './audit-event.ts';

const AUDIT_SEARCH_MATCHES = ['RECORD', 'NUMBER', 'REFERENCE', 'NOT_PERMITTED', 'NONE'] as const;

/** The types of the audit trail, among them the connection that records use for their history. */
export function addAuditTypes(builder: Builder, list: ListTypes) {
  const searchMatch = builder.enumType('AuditSearchMatch', { values: AUDIT_SEARCH_MATCHES });
  const auditOutcome = builder.enumType('AuditOutcome', { values: ['DENIED', 'DONE', 'FAILED'] as const });
  const fieldChange = builder.objectRef<FieldChange>('FieldChange').implement({
    description: 'Before and after are null and `isMasked` is true where this person may not see the field.',
    fields: (t) => ({
      field: t.exposeString('field'),
      before: t.expose('before', { type: 'JSON', nullable: true, extensions: NEVER_STORED }),
      after: t.expose('after', { type: 'JSON', nullable: true, extensions: NEVER_STORED }),
      isMasked: t.exposeBoolean('isMasked'),
    }),
  });
  const auditRecord = builder.objectRef<AuditRecord>('AuditRecord').implement({
    description: 'The record that an event is about.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Noun, as in the action: `account`.' }),
      id: t.exposeString('id'),
      name: t.string({
        nullable: true,
        extensions: NEVER_STORED,
        args: { locale: t.arg.string() },
        description: 'Its present name; null where it has none, is gone, or in a history, which is its own.',
        resolve: ({ name }, { locale }) => (name === null || typeof name === 'string' ? name : localName(name, locale)),
      }),
    }),
  });
  const auditEvent = builder.objectRef<AuditEventRow>('AuditEvent').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      occurredAt: t.expose('occurredAt', { type: 'DateTime' }),
      actor: t.expose('actor', { type: 'StaffRef' }),
      actorRoles: t.exposeStringList('actorRoles', {
        description: 'Roles at that time; empty for machine clients and before a sign-in.',
      }),
      action: t.exposeString('action', {
        description: '`noun.verb`; a refusal that came before an action is named by the missing permission.',
      }),
      record: t.expose('record', { type: auditRecord, nullable: true }),
      outcome: t.expose('outcome', { type: auditOutcome }),
      reason: t.exposeString('reason', { nullable: true }),
      requestId: t.exposeString('requestId', { nullable: true }),
      address: t.exposeString('address', {
        nullable: true,
        extensions: needs('audit.read'),
        description: 'Network address that it came from; null where nobody noted it.',
      }),
      changes: t.expose('changes', { type: [fieldChange] }),
    }),
  });
  const connection = addSearchedConnection(builder, list, 'AuditEvent', auditEvent, searchMatch);
  return { auditEvent, auditOutcome, connection };
}

/** The types of the audit trail. */
export type AuditTypes = ReturnType<typeof addAuditTypes>;
/** The connection type of histories. */
export type AuditConnectionRef = AuditTypes['connection'];
