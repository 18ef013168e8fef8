import type { InputRef } from '@pothos/core';
import { permissionOf, reasonOf } from '../../crud/entity.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { requirePermission } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { addBulkPreview, addBulkSelection } from '../../jobs/bulk.graphql.ts';
import { findBulkNames } from '../../jobs/bulk-names.ts';
import { previewBulk } from '../../jobs/bulk-preview.ts';
import { enqueueJob } from '../../jobs/enqueue-job.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import { findJob } from '../../jobs/job-record.ts';
import type { FilterInput } from '../../listing/list-filter.ts';
import { freezeSelection } from '../../listing/selection.ts';
import { store } from './store.entity.ts';
import { STORES, type StoreSample, storeBulkJob } from './store-bulk.ts';
import { STORE_BULK_ACTION_NAMES, storeBulkAction } from './store-bulk-action.ts';

/** Changing many stores: a dry run, and the job. */
export function addStoreBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = builder.enumType('StoreBulkAction', { values: STORE_BULK_ACTION_NAMES });
  const selection = addBulkSelection(builder, 'Store', filter);
  const sample = builder.objectRef<StoreSample>('StoreBulkSample').implement({
    fields: (t) => ({ id: t.exposeID('id'), sid: t.exposeString('sid'), name: t.exposeString('name') }),
  });
  builder.queryField('previewStoreBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Store', sample),
      description: 'What the action would do, by outcome and reason; changes nothing.',
      extensions: needs('store.change-many'),
      args: {
        selection: t.arg({ type: selection, required: true }),
        action: t.arg({ type: action, required: true }),
      },
      resolve: async (_root, args, context) => {
        const does = storeBulkAction(args.action);
        requirePermission(context.caller, does.permission);
        const frozen = await freezeSelection(STORES.list, context, args.selection);
        return previewBulk<StoreSample>(context, STORES, frozen, does, null);
      },
    }),
  );
  const input = builder.inputType('StartStoreBulkInput', {
    fields: (t) => ({
      selection: t.field({ type: selection, required: true }),
      action: t.field({ type: action, required: true }),
      reason: t.string({ description: 'Needed to suspend.' }),
    }),
  });
  builder.mutationField('startStoreBulk', (t) =>
    t.field({
      type: jobs.job,
      description: 'Starts a job; the same by the same person is one job as long as it goes on.',
      extensions: needs('store.change-many'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: given }, context, info) => {
        requirePermission(context.caller, permissionOf(store, given.action));
        const reason = reasonOf(store, given.action, given.reason ?? null);
        const frozen = await freezeSelection(STORES.list, context, given.selection);
        const wish = { action: given.action, reason, failedOf: null };
        const params = { ...wish, selection: frozen, names: await findBulkNames(context, null, frozen) };
        // Two clicks are two instants, but one wish.
        const dedupe = { ...wish, selection: { ...frozen, upTo: null } };
        return findJob(context, await enqueueJob(context, storeBulkJob, params, { dedupe }), selectionOf(info));
      },
    }),
  );
}
