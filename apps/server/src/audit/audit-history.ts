import { AppError } from '@backcounter/domain';
import { callerMay, type RequestContext } from '../graphql/request-context.ts';
import { rowSelection, type Selection } from '../graphql/schema/selection.ts';
import type { ListArguments } from '../listing/list-arguments.ts';
import type { ListDefinition } from '../listing/list-definition.ts';
import { type ListPage, runList } from '../listing/run-list.ts';
import { type AuditEventRow, auditEventSource, COLUMNS_WITHOUT_ADDRESS, completeEvents } from './audit-event.ts';
import { addNames } from './record-names.ts';

/** Events of one record, newest first. */
const auditHistoryList: ListDefinition = {
  ...auditEventSource,
  name: 'audit-history',
  filters: {},
  searches: () => [],
  planSearch: () => null,
  // Roles differ only in masked values, not in the rows found.
  roleClass: () => 'any',
};
const withoutAddresses: ListDefinition = { ...auditHistoryList, columns: COLUMNS_WITHOUT_ADDRESS };

const WITHOUT_MAX = 10;

/** Arguments of a history. */
export interface AuditHistoryArguments extends Pick<ListArguments, 'first' | 'after'> {
  /** Excluded actions. */
  readonly without?: readonly string[] | null | undefined;
}

/**
 * One page of a record's history, without values of fields the caller may not see.
 * @throws AppError `request.malformed` with more than 10 excluded actions
 */
export async function auditHistory(
  context: RequestContext,
  entity: { readonly type: string; readonly id: string },
  { without, ...args }: AuditHistoryArguments,
  selection: Selection,
): Promise<ListPage<AuditEventRow>> {
  if ((without?.length ?? 0) > WITHOUT_MAX) throw new AppError('request.malformed');
  const definition = callerMay(context.caller, 'audit.read') ? auditHistoryList : withoutAddresses;
  const page = await runList<AuditEventRow>(definition, context, args, selection, {
    scope: [entity.type, entity.id, ...(without ?? [])].join('/'),
    condition: (values) => {
      const ofRecord = `e.entity_type = ${values.add(entity.type)} and e.entity_id = ${values.add(entity.id)}`;
      return without?.length ? `${ofRecord} and e.action <> all(${values.add(without)}::text[])` : ofRecord;
    },
  });
  completeEvents(page.nodes, context.caller);
  if (rowSelection(selection)?.['changes']?.['names'])
    await addNames(context, page.nodes, { records: false, values: true });
  return page;
}
