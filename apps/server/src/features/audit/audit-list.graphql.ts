import type { AuditTypes } from '../../audit/audit.graphql.ts';
import { type AuditEventRow, completeEvents } from '../../audit/audit-event.ts';
import { addNames } from '../../audit/record-names.ts';
import { cancelledBy } from '../../db/client.ts';
import { needs } from '../../graphql/authorise.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { type Selection, selectionOf } from '../../graphql/schema/selection.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { columnsAsked } from '../../listing/list-columns.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { LIST_TIMEOUT_MS, statementFor } from '../../listing/statements.ts';
import { auditList } from './audit.list.ts';

/** Most people in the filter; events of others are found through a link or the record. */
const PEOPLE_MAX = 500;
const EVENT_ID = /^\d{1,18}$/;

/** The audit trail: the list, a single event, and the people who occur in it. */
export function addAudit(builder: Builder, list: ListTypes, audit: AuditTypes): void {
  addListQuery<AuditEventRow>(builder, list, {
    name: 'auditEvents',
    description: 'A page of the audit trail.',
    permission: 'audit.read',
    list: auditList,
    connection: audit.connection,
    filter: ['AuditFilter', 'Filters of the audit trail; an event must match all of them.'],
    enums: { outcome: audit.auditOutcome },
    sort: ['Audit'],
    search: 'Id of a record, number of an account, or reference id of a request.',
    complete,
  });
  builder.queryField('auditEvent', (t) =>
    t.field({
      type: audit.auditEvent,
      nullable: true,
      extensions: needs('audit.read'),
      description: 'One event; null if there is none. `occurredAt` is required because ids alone are not indexed.',
      args: {
        id: t.arg.id({ required: true, description: 'Id of the event.' }),
        occurredAt: t.arg({ type: 'DateTime', required: true, description: 'When it happened, to the millisecond.' }),
      },
      resolve: (_root, { id, occurredAt }, context, info) => findEvent(context, id, occurredAt, selectionOf(info)),
    }),
  );
  builder.queryField('auditPeople', (t) =>
    t.field({
      type: ['StaffRef'],
      extensions: needs('audit.read'),
      description: 'Staff and machine clients with events, by name; at most 500, the most recently seen.',
      resolve: async (_root, _args, { db, signal }) => {
        const people = await db
          .selectFrom('staff_user')
          .select(['sub', 'display_name as name'])
          .orderBy('last_seen_at', 'desc')
          .limit(PEOPLE_MAX)
          .execute(cancelledBy(signal));
        return people.sort((a, b) => a.name.localeCompare(b.name));
      },
    }),
  );
}

async function findEvent(
  context: RequestContext,
  id: string,
  occurredAt: Date,
  selection: Selection,
): Promise<AuditEventRow | null> {
  if (!EVENT_ID.test(id)) return null;
  const { columns } = columnsAsked(auditList, selection);
  const rows = await context.sql.rows<AuditEventRow>(
    statementFor(
      `select ${columns} from ${auditList.from} where e.occurred_at = $1::timestamptz and e.id = $2::bigint`,
    ),
    [occurredAt, id],
    { signal: context.signal, timeoutMs: LIST_TIMEOUT_MS },
  );
  await complete(context, rows, selection);
  return rows[0] ?? null;
}

async function complete(context: RequestContext, rows: readonly AuditEventRow[], selection: Selection): Promise<void> {
  completeEvents(rows, context.caller);
  const records = selection['record']?.['name'] !== undefined;
  await addNames(context, rows, { records, values: selection['changes']?.['names'] !== undefined });
}
