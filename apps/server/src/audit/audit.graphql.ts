import type { EnumRef, ObjectRef } from '@pothos/core';
import { needs } from '../graphql/authorise.ts';
import { NEVER_STORED } from '../graphql/repeated-mutation.ts';
import { localeArg, localName } from '../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../graphql/schema/builder.ts';
import { addEnum } from '../graphql/schema/enum.ts';
import { orNull } from '../graphql/schema/or-null.ts';
import type { ListTypes } from '../listing/list.graphql.ts';
import { addSearchedConnection } from '../listing/list-connection.ts';
import type { ListPage } from '../listing/run-list.ts';
import type { AuditEventRow, AuditRecord, FieldChange } from './audit-event.ts';

/** The connection type of histories. */
export type AuditConnectionRef = ObjectRef<BuilderTypes, ListPage<AuditEventRow>>;

/** The GraphQL types of the audit trail. */
export interface AuditTypes {
  readonly auditEvent: ObjectRef<BuilderTypes, AuditEventRow>;
  readonly auditRecord: ObjectRef<BuilderTypes, AuditRecord>;
  readonly auditOutcome: EnumRef<BuilderTypes, 'DENIED' | 'DONE' | 'FAILED'>;
  readonly connection: AuditConnectionRef;
}

/** Adds the types of the audit trail, including the connection that records use for their history. */
export function addAuditTypes(
  builder: Builder,
  list: ListTypes,
  searchMatches: Readonly<Record<string, string>>,
): AuditTypes {
  const searchMatch = addEnum(
    builder,
    'AuditSearchMatch',
    'Kind of value that a search text was recognised as.',
    searchMatches,
  );
  const auditOutcome = addEnum(builder, 'AuditOutcome', 'Outcome of an action.', {
    DENIED: 'It was refused for lack of a permission.',
    DONE: 'It was done.',
    FAILED: 'It failed.',
  });
  const fieldChange = builder.objectRef<FieldChange>('FieldChange').implement({
    description: 'A field before and after a change.',
    fields: (t) => ({
      field: t.exposeString('field', { description: 'Name of the field.' }),
      before: t.expose('before', {
        type: 'JSON',
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Value before; null if there was none or it is masked.',
      }),
      after: t.expose('after', {
        type: 'JSON',
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Value after; null if there is none or it is masked.',
      }),
      isMasked: t.exposeBoolean('isMasked', { description: 'Whether the values are hidden from this person.' }),
      names: t.field({
        type: 'JSON',
        extensions: NEVER_STORED,
        description:
          'Current names of the records whose ids are in the values, by id, as far as this person may see them: a text, or texts by locale.',
        resolve: ({ names }) => Object.fromEntries((names ?? []).map(({ id, name }) => [id, name])),
      }),
    }),
  });
  const auditRecord = builder.objectRef<AuditRecord>('AuditRecord').implement({
    description: 'A record that an event is about, or whose id is in a change or a reference.',
    fields: (t) => ({
      kind: t.exposeString('kind', { description: 'Its kind, as the noun of the action: `account`.' }),
      id: t.exposeString('id', { description: 'Its id.' }),
      parentId: t.exposeString('parentId', {
        nullable: true,
        description:
          'Id of the record whose page shows it, such as the campaign of a coupon; null for any other, and until `name` is requested.',
      }),
      name: t.string({
        nullable: true,
        extensions: NEVER_STORED,
        args: { locale: localeArg(t) },
        description: 'Its current name; null if it has none, no longer exists, or in its own history.',
        resolve: ({ name }, { locale }) => (name === null || typeof name === 'string' ? name : localName(name, locale)),
      }),
    }),
  });
  const auditEvent = builder.objectRef<AuditEventRow>('AuditEvent').implement({
    description: 'Something that a person or a machine client did, or was refused.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      occurredAt: t.expose('occurredAt', { type: 'DateTime', description: 'When it happened.' }),
      actor: t.expose('actor', { type: 'StaffRef', description: 'The person or machine client that did it.' }),
      actorRoles: t.exposeStringList('actorRoles', {
        description: 'Roles at that time; empty for machine clients and before a sign-in.',
      }),
      action: t.exposeString('action', {
        description: 'The action, as `noun.verb`; a refusal before an action has the name of the missing permission.',
      }),
      record: t.expose('record', orNull('The record that it is about; null where it is about none.', auditRecord)),
      outcome: t.expose('outcome', { type: auditOutcome, description: 'Its outcome.' }),
      reason: t.exposeString('reason', orNull('The reason given, if any.')),
      requestId: t.exposeString('requestId', orNull('Reference id of the request, if there was one.')),
      events: t.exposeInt('events', {
        description:
          'Events of the same action in the same request and the 7 days after this one, if it is the first: the records of a job; otherwise 1.',
      }),
      address: t.exposeString('address', {
        nullable: true,
        extensions: needs('audit.read'),
        description: 'Network address of the request; null if not recorded.',
      }),
      changes: t.expose('changes', { type: [fieldChange], description: 'Changed fields.' }),
    }),
  });
  const connection = addSearchedConnection(builder, list, 'AuditEvent', auditEvent, searchMatch);
  return { auditEvent, auditRecord, auditOutcome, connection };
}
