import type { ApprovalSubject } from '../../approvals/require-approval.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { type BulkRunParams, bulkConditions } from './bulk-run.ts';
import type { BulkSubject } from './bulk-subject.ts';
import { selectionApproval } from './selection-approval.ts';

/** The approval of a change of many records. */
export function bulkApproval(
  context: RequestContext,
  subject: BulkSubject,
  params: Pick<BulkRunParams, 'failedOf' | 'selection'> & { readonly action: string },
): ApprovalSubject {
  return selectionApproval(context, {
    action: 'BULK',
    title: params.action,
    list: subject.list,
    conditions: (values) => bulkConditions(subject, params, context.caller, values),
    params,
  });
}
