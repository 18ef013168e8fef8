import type { ApprovalSubject } from '../../approvals/require-approval.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type BulkRunParams, bulkConditions } from './bulk-run.ts';
import type { BulkSubject } from './bulk-subject.ts';
import { undoneRecords } from './bulk-undo.ts';
import { selectionApproval } from './selection-approval.ts';

/** The approval of a change of many records. */
export function bulkApproval(
  context: RequestContext,
  subject: BulkSubject,
  params: Pick<BulkRunParams, 'failedOf' | 'selection' | 'undone'> & { readonly action: string },
): ApprovalSubject {
  const records = undoneRecords(subject, params.undone);
  return selectionApproval(context, {
    action: 'BULK',
    title: params.action,
    list: records.list,
    conditions: (values) => bulkConditions(records, params, context.caller, values),
    params,
  });
}
