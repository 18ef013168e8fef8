import { z } from 'zod';
import type { BulkAction } from '../../jobs/bulk/bulk-action.ts';
import { bulkApproval } from '../../jobs/bulk/bulk-approval.ts';
import { runBulk } from '../../jobs/bulk/bulk-run.ts';
import type { BulkSubject } from '../../jobs/bulk/bulk-subject.ts';
import { previewUndo, undoBulk, undoneJob, undoState } from '../../jobs/bulk/bulk-undo.ts';
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
  undone: undoneJob.nullable().default(null),
});
type BulkParams = z.output<typeof bulkParams>;

/** A draft can't become one again. */
const INVERSE = { ACTIVATE: null, REACTIVATE: 'SUSPEND', SUSPEND: 'REACTIVATE' } as const;

function actionOf({ action, undone }: BulkParams): BulkAction {
  const done = storeBulkAction(action);
  return undone === null ? done : undoState(done, STORES, undone);
}

/** Changes many stores by the rules of the single change, each with the same audit event. */
export const storeBulkJob = defineJob<BulkParams>({
  kind: 'store.bulk-change',
  params: bulkParams,
  permission: 'store.change-many',
  permissionsFor: ({ action }) => [storeBulkAction(action).permission],
  summarise: ({ action, names, reason, selection, undone }) => ({
    undoOf: undone?.id ?? null,
    action,
    names,
    reason,
    selection: selectionSummary(selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  approval: (context, params) => bulkApproval(context, STORES, params),
  undo: undoBulk<BulkParams>('store.bulk-change', STORES, INVERSE),
  previewUndo: (context, params) => previewUndo(context, STORES, actionOf(params), params),
  run: (run, params) => runBulk(run, STORES, actionOf(params), { ...params, targetId: null, until: null }),
});
