import { CompiledQuery } from 'kysely';
import { z } from 'zod';
import type { DatabaseTransaction } from '../../db/transaction.ts';
import { defineJob, type JobBatch, type JobRun } from '../../jobs/job-definition.ts';
import { SqlValues } from '../../listing/list-definition.ts';
import {
  type FrozenSelection,
  frozenSelection,
  selectionConditions,
  selectionSummary,
} from '../../listing/selection.ts';
import type { Caller } from '../../ports/identity.ts';
import { accountList } from './account.list.ts';
import type { AccountBulkAction } from './account-bulk-action.ts';
import { awardBadge } from './account-bulk-award.ts';
import { type BatchRow, type BatchSpan, batchStatement } from './account-bulk-batch.ts';
import { reactivateAccounts } from './account-bulk-reactivate.ts';
import { subscribeAccounts } from './account-bulk-subscribe.ts';
import { suspendAccounts } from './account-bulk-suspend.ts';
import { unsubscribeAccounts } from './account-bulk-unsubscribe.ts';

/** What may be done with many accounts at once, by the name that the API and stored jobs have for it. */
export const ACCOUNT_BULK_ACTIONS = {
  AWARD_BADGE: awardBadge,
  REACTIVATE: reactivateAccounts,
  SUBSCRIBE_TOPIC: subscribeAccounts,
  SUSPEND: suspendAccounts,
  UNSUBSCRIBE_TOPIC: unsubscribeAccounts,
} as const satisfies Readonly<Record<string, AccountBulkAction>>;
export type AccountBulkActionName = keyof typeof ACCOUNT_BULK_ACTIONS;
/** The names, sorted. */
export const ACCOUNT_BULK_ACTION_NAMES = Object.keys(ACCOUNT_BULK_ACTIONS) as AccountBulkActionName[];

const bulkParams = z.strictObject({
  action: z.enum(ACCOUNT_BULK_ACTION_NAMES),
  selection: frozenSelection,
  /** The topic or badge that the action is about. */
  targetId: z.uuid().nullable().default(null),
  /** What the target and the areas of the filter were called when it was asked for, by id and language. */
  names: z.record(z.string(), z.record(z.string(), z.string())).default({}),
  reason: z.string().nullable(),
  until: z.iso.datetime().nullable(),
  /** Only the accounts on which this earlier job failed. */
  failedOf: z.uuid().nullable(),
});
type BulkParams = z.output<typeof bulkParams>;

/** Changes many accounts by the rules of the single change, with the same audit row for each. */
export const accountBulkJob = defineJob<BulkParams>({
  kind: 'account.bulk-change',
  params: bulkParams,
  permission: 'account.change-many',
  permissionsFor: ({ action }) => [ACCOUNT_BULK_ACTIONS[action].permission],
  summarise: ({ action, targetId, names, reason, until, selection }) => ({
    action,
    targetId,
    names,
    reason,
    until,
    selection: selectionSummary(selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  run: async (run, params) => {
    await run.countOnce(() => countSelected(run, params));
    await run.batches<string>((trx, cursor, skipsLocked, rows) =>
      changeBatch(run, params, trx, cursor, { rows, skipsLocked }),
    );
  },
});

/** SQL conditions on `account a` for a selection. */
export function selectedAccounts(selection: FrozenSelection, caller: Caller, values: SqlValues): string[] {
  return selectionConditions(accountList, selection, 'a.created_at', caller, values);
}

async function countSelected({ db, caller }: JobRun, params: BulkParams): Promise<number> {
  const values = new SqlValues();
  const text = `select count(*)::int as count from account a where ${conditionsOf(params, caller, values).join(' and ')}`;
  const { rows } = await db.executeQuery<{ count: number }>(CompiledQuery.raw(text, values.list));
  return rows[0]?.count ?? 0;
}

function conditionsOf({ selection, failedOf }: BulkParams, caller: Caller, values: SqlValues): string[] {
  const conditions = selectedAccounts(selection, caller, values);
  if (failedOf !== null) {
    conditions.push(`a.id in (select p.record_id::uuid from job_problem p
      where p.job_id = ${values.add(failedOf)}::uuid and p.outcome = 'FAILED')`);
  }
  return conditions;
}

async function changeBatch(
  run: JobRun,
  params: BulkParams,
  trx: DatabaseTransaction,
  cursor: string | null,
  span: Omit<BatchSpan, 'conditions'>,
): Promise<JobBatch<string> | null> {
  const values = new SqlValues();
  const conditions = conditionsOf(params, run.caller, values);
  if (cursor !== null) conditions.push(`a.id > ${values.add(cursor)}::uuid`);
  const action = ACCOUNT_BULK_ACTIONS[params.action];
  const text = batchStatement(run, action, params, { ...span, conditions }, values);
  const { rows } = await trx.executeQuery<BatchRow>(CompiledQuery.raw(text, values.list));
  const [batch] = rows;
  if (batch === undefined || batch.last === null) return null;
  return {
    cursor: batch.last,
    done: batch.picked,
    outcomes: { ...(batch.changed > 0 && { DONE: batch.changed }), ...batch.problems },
  };
}
