import { AUDIT_GUARDED_FIELDS } from '@backcounter/domain';
import { callerMay } from '../graphql/request-context.ts';
import type { StaffRef } from '../graphql/schema/builder.ts';
import { column, type ListDefinition, type RowOf } from '../listing/list-definition.ts';
import type { Caller } from '../ports/identity.ts';

/** Whether a field's values are hidden from the caller. The fact that it changed is still visible. */
function isHiddenField(kind: string | null, field: string, caller: Caller): boolean {
  const permission = AUDIT_GUARDED_FIELDS.get(`${kind}.${field}`);
  return permission !== undefined && !callerMay(caller, permission);
}

/** A field's values before and after a change. Property names are those of the API fields. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isMasked: boolean;
  /** The records whose ids are in the values, as far as the caller may see their names. */
  names?: readonly AuditRecord[];
}

/** The record that an event is about. */
export interface AuditRecord {
  /** Singular noun of the record's kind, such as `account`. */
  readonly kind: string;
  readonly id: string;
  /** Current name: a text, or texts by locale; null if it has none or no longer exists. */
  readonly name: string | Readonly<Record<string, string>> | null;
  /** Id of the record whose page shows it, such as the campaign of a coupon; null if it has its own page, or none. */
  readonly parentId: string | null;
}

const columns = {
  id: column<string>('e.id::text'),
  occurredAt: column<string>('e.occurred_at'),
  actorSub: column<string>('e.actor_sub'),
  actorName: column<string>(
    'coalesce((select u.display_name from staff_user u where u.sub = e.actor_sub), e.actor_sub)',
  ),
  actorRoles: column<readonly string[]>('e.actor_roles'),
  action: column<string>('e.action'),
  outcome: column<'DENIED' | 'DONE' | 'FAILED'>('e.outcome::text'),
  reason: column<string | null>('e.reason'),
  requestId: column<string | null>('e.request_id'),
  /** Events on the line of this one. */
  events: column<number>(
    `case when e.is_further or e.request_id is null then 1 else (select 1 + count(*)::int from staff_audit_event s
      where s.request_id = e.request_id and s.action = e.action and s.outcome = e.outcome and s.is_further
        and s.occurred_at between e.occurred_at and e.occurred_at + interval '7 days') end`,
  ),
  /** Network address of the request; null if it was not recorded or the caller lacks `audit.read`. */
  address: column<string | null>('host(e.ip)'),
  kind: column<string | null>('e.entity_type'),
  recordId: column<string | null>('e.entity_id'),
  open: column<unknown>('e.changes'),
  personal: column<unknown>('e.personal_changes'),
};

/** The requested fields of an event. Property names are those of the API fields. */
export type AuditEventRow = RowOf<typeof columns> & {
  actor: StaffRef;
  record: AuditRecord | null;
  changes: FieldChange[];
};

/** Shared definition of event lists, sorted newest first, by time and number. */
export const auditEventSource: Pick<
  ListDefinition,
  'from' | 'key' | 'columns' | 'needs' | 'joins' | 'sorts' | 'defaultSort' | 'totalSql'
> = {
  from: 'staff_audit_event e',
  key: { sql: 'e.id', cast: 'bigint', field: 'id' },
  columns,
  needs: {
    actor: ['actorSub', 'actorName'],
    record: ['kind', 'recordId'],
    changes: ['kind', 'open', 'personal'],
  },
  joins: {},
  sorts: {
    OCCURRED: {
      sql: 'e.occurred_at',
      cast: 'timestamptz',
      field: 'occurredAt',
      defaultDirection: 'DESC',
      isDate: true,
      isPartitionKey: true,
    },
  },
  defaultSort: 'OCCURRED',
  totalSql: null,
};

/** For callers without `audit.read`: only readers of the whole trail see addresses. */
export const COLUMNS_WITHOUT_ADDRESS: ListDefinition['columns'] = {
  ...auditEventSource.columns,
  address: 'null::text',
};

/** Adds actor, record and changes to the rows, without values of fields the caller may not see. */
export function completeEvents(rows: readonly AuditEventRow[], caller: Caller): void {
  for (const row of rows) {
    row.actor = { sub: row.actorSub, name: row.actorName };
    const { kind, recordId } = row;
    row.record = kind == null || recordId == null ? null : { kind, id: recordId, name: null, parentId: null };
    row.changes = fieldChanges(row.open, row.personal, (field) => isHiddenField(kind, field, caller));
  }
}

function fieldChanges(open: unknown, personal: unknown, isHidden: (field: string) => boolean): FieldChange[] {
  const all = { ...(open as object | null), ...(personal as object | null) } as Record<string, readonly unknown[]>;
  return Object.keys(all)
    .sort()
    .map((field) =>
      isHidden(field)
        ? { field, before: null, after: null, isMasked: true }
        : { field, before: all[field]?.[0] ?? null, after: all[field]?.[1] ?? null, isMasked: false },
    );
}
