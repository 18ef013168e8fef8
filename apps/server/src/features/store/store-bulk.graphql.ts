import type { InputRef } from '@pothos/core';
import { permissionOf, reasonOf } from '../../crud/entity.ts';
import { needs } from '../../graphql/authorise.ts';
import { requirePermission } from '../../graphql/request-context.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addMutation, recordPayload } from '../../graphql/schema/mutation.ts';
import { addBulkPreview, addBulkSelection } from '../../jobs/bulk/bulk.graphql.ts';
import { previewBulk } from '../../jobs/bulk/bulk-preview.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import { freezeSelection } from '../../listing/selection.ts';
import { findBulkNames } from '../../references/bulk-names.ts';
import { store } from './store.entity.ts';
import { STORES, type StoreSample, storeBulkJob } from './store-bulk.job.ts';
import { type StoreBulkActionName, storeBulkAction } from './store-bulk-action.ts';

const ACTIONS: Readonly<Record<StoreBulkActionName, string>> = {
  ACTIVATE: 'Open drafts for business.',
  REACTIVATE: 'Reactivate suspended stores.',
  SUSPEND: 'Suspend active stores.',
};

/** Bulk actions on stores: the dry run and the job. */
export function addStoreBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = addEnum(builder, 'StoreBulkAction', 'Bulk actions on stores.', ACTIONS);
  const selection = addBulkSelection(builder, 'Store', filter);
  const sample = builder.objectRef<StoreSample>('StoreBulkSample').implement({
    description: 'One store of a group, as an example.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Id of the store.' }),
      sid: t.exposeString('sid', { description: 'Number of the store.' }),
      name: t.exposeString('name', { description: 'Name that people see.' }),
    }),
  });
  builder.queryField('previewStoreBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Store', sample),
      description: 'Expected results of the action, by outcome and reason; changes nothing.',
      extensions: needs('store.change-many'),
      args: {
        selection: t.arg({ type: selection, required: true, description: 'The stores.' }),
        action: t.arg({ type: action, required: true, description: 'Action to apply to each store.' }),
      },
      resolve: async (_root, args, context) => {
        const does = storeBulkAction(args.action);
        requirePermission(context.caller, does.permission);
        const frozen = await freezeSelection(STORES.list, context, args.selection);
        return previewBulk<StoreSample>(context, STORES, frozen, does, null);
      },
    }),
  );
  addMutation(builder, 'startStoreBulk', {
    description: 'Starts a job. A repeated request of the same person returns the same job while it runs.',
    extensions: needs('store.change-many'),
    input: (t) => ({
      selection: t.field({ type: selection, required: true, description: 'The stores.' }),
      action: t.field({ type: action, required: true, description: 'Action to apply to each store.' }),
      reason: t.string({ description: 'Reason; kept in the audit trail. Required to suspend.' }),
    }),
    resolve: async (given, context) => {
      requirePermission(context.caller, permissionOf(store, given.action));
      const reason = reasonOf(store, given.action, given.reason ?? null);
      const frozen = await freezeSelection(STORES.list, context, given.selection);
      const wish = { action: given.action, reason, failedOf: null, undone: null };
      const params = { ...wish, selection: frozen, names: await findBulkNames(context, null, frozen) };
      // Two clicks have two instants but are one request.
      const dedupe = { ...wish, selection: { ...frozen, upTo: null } };
      return { id: await enqueueJob(context, storeBulkJob, params, { dedupe }) };
    },
    payload: recordPayload('job', jobs.job, findJob),
  });
}
