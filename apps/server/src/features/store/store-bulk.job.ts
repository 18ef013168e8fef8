import { z } from 'zod';
import { bulkApproval } from '../../jobs/bulk/bulk-approval.ts';
import { runBulk } from '../../jobs/bulk/bulk-run.ts';
import type { BulkSubject } from '../../jobs/bulk/bulk-subject.ts';
import { defineJob } from '../../jobs/job-definition.ts';
import { frozenSelection, selectionSummary } from '../../listing/selection.ts';
import { bulkNames } from '../../references/bulk-names.ts';
import { store } from './store.entity.ts';
import { STORE_BULK_ACTION_NAMES, storeBulkAction } from './store-bulk-action.ts';

/** A store as an example in a dry run. */
export interface StoreSample {
  readonly id: string;
  readonly sid: string;
  readonly name: string;
}

/** Stores, as the subject of bulk jobs. */
export const STORES: BulkSubject = {
  noun: 'store',
  list: store.list,
  alias: 'r',
  labelSql: 'r.sid',
  sampleSql: 'r.id, r.sid, r.name',
};

const bulkParams = z.strictObject({
  action: z.enum(STORE_BULK_ACTION_NAMES),
  selection: frozenSelection,
  /** Names of the areas of the filter at the time of the request, by id and language. */
  names: bulkNames,
  reason: z.string().nullable(),
  /** Only the stores that failed in this earlier job. */
  failedOf: z.uuid().nullable(),
});

/** Changes many stores by the rules of the single change, each with the same audit event. */
export const storeBulkJob = defineJob<z.output<typeof bulkParams>>({
  kind: 'store.bulk-change',
  params: bulkParams,
  permission: 'store.change-many',
  permissionsFor: ({ action }) => [storeBulkAction(action).permission],
  summarise: ({ action, names, reason, selection }) => ({
    action,
    names,
    reason,
    selection: selectionSummary(selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  approval: (context, params) => bulkApproval(context, STORES, params),
  run: (run, params) =>
    runBulk(run, STORES, storeBulkAction(params.action), { ...params, targetId: null, until: null }),
});
