import type { StaffRef } from '../graphql/builder.ts';
import type { RequestContext } from '../graphql/request-context.ts';
import type { Selection } from '../graphql/selection.ts';
import type { ListArguments } from '../listing/list-arguments.ts';
import type { ListDefinition } from '../listing/list-definition.ts';
import { type ListPage, runList } from '../listing/run-list.ts';

/** A field's values before and after a change; members are named as the API's fields. */
export interface FieldChange {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly isMasked: boolean;
}

/** One event; members are named as the API's fields. */
export interface AuditEventRow {
  readonly id: string;
  readonly occurredAt: string;
  readonly action: string;
  readonly outcome: 'DENIED' | 'DONE' | 'FAILED';
  readonly reason: string | null;
  readonly requestId: string | null;
  actor: StaffRef;
  changes: FieldChange[];
  readonly actorSub: string;
  readonly actorName: string;
  readonly open: unknown;
  readonly personal: unknown;
}

/** Events of one record, newest first. */
export const auditHistoryList: ListDefinition = {
  name: 'audit-history',
  from: 'staff_audit_event e',
  key: { sql: 'e.id', cast: 'bigint', field: 'id' },
  columns: {
    id: 'e.id::text',
    occurredAt: 'e.occurred_at',
    actorSub: 'e.actor_sub',
    actorName: 'coalesce((select u.display_name from staff_user u where u.sub = e.actor_sub), e.actor_sub)',
    action: 'e.action',
    outcome: 'e.outcome::text',
    reason: 'e.reason',
    requestId: 'e.request_id',
    open: 'e.changes',
    personal: 'e.personal_changes',
  },
  needs: { actor: ['actorSub', 'actorName'], changes: ['open', 'personal'] },
  joins: {},
  sorts: {
    OCCURRED: {
      sql: 'e.occurred_at',
      cast: 'timestamptz',
      field: 'occurredAt',
      defaultDirection: 'DESC',
      isDate: true,
    },
  },
  defaultSort: 'OCCURRED',
  filters: {},
  searches: () => [],
  planSearch: () => null,
  // What differs between roles is masked below, not where rows are found.
  roleClass: () => 'any',
  totalSql: null,
};

/** One page of a record's history, without the values of fields that the caller may not see. */
export async function auditHistory(
  context: RequestContext,
  entity: { readonly type: string; readonly id: string },
  args: Pick<ListArguments, 'first' | 'after'>,
  selection: Selection,
  hiddenFields: ReadonlySet<string>,
): Promise<ListPage<AuditEventRow>> {
  const page = await runList<AuditEventRow>(auditHistoryList, context, args, selection, {
    scope: `${entity.type}/${entity.id}`,
    condition: (values) => `e.entity_type = ${values.add(entity.type)} and e.entity_id = ${values.add(entity.id)}`,
  });
  for (const row of page.nodes) {
    row.actor = { sub: row.actorSub, name: row.actorName };
    row.changes = fieldChanges(row.open, row.personal, hiddenFields);
  }
  return page;
}

function fieldChanges(open: unknown, personal: unknown, hidden: ReadonlySet<string>): FieldChange[] {
  const all = { ...(open as object | null), ...(personal as object | null) } as Record<string, readonly unknown[]>;
  return Object.keys(all)
    .sort()
    .map((field) =>
      hidden.has(field)
        ? { field, before: null, after: null, isMasked: true }
        : { field, before: all[field]?.[0] ?? null, after: all[field]?.[1] ?? null, isMasked: false },
    );
}
