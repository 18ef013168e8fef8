import type { AuditEventRow } from '../../audit/audit-event.ts';
import { canHaveName, namesOf } from '../../audit/record-names.ts';
import type { RequestContext } from '../../graphql/request-context.ts';

/** Adds the current names of records to events, with one statement per kind on the page. */
export async function addRecordNames(context: RequestContext, events: readonly AuditEventRow[]): Promise<void> {
  const idsByKind = new Map<string, Set<string>>();
  for (const { record } of events) {
    if (record === null || !canHaveName(record)) continue;
    const ids = idsByKind.get(record.kind) ?? new Set<string>();
    idsByKind.set(record.kind, ids.add(record.id));
  }
  await Promise.all(
    [...idsByKind].map(async ([kind, ids]) => {
      const names = await namesOf(context, kind, [...ids]);
      for (const event of events) {
        const { record } = event;
        if (record?.kind === kind) event.record = { ...record, name: names.get(record.id) ?? null };
      }
    }),
  );
}
