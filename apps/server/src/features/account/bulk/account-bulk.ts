import { type AccountBulkPatch, accountRecord } from '@backcounter/domain';
import { z } from 'zod';
import { runBulk } from '../../../jobs/bulk/bulk-run.ts';
import type { BulkSubject } from '../../../jobs/bulk/bulk-subject.ts';
import { defineJob } from '../../../jobs/job-definition.ts';
import { frozenSelection, selectionSummary } from '../../../listing/selection.ts';
import { bulkNames } from '../../../references/bulk-names.ts';
import { accountList } from '../account.list.ts';
import type { AccountBulkAction } from './account-bulk-action.ts';
import { awardBadge } from './account-bulk-award.ts';
import { editAction } from './account-bulk-edit.ts';
import { accountStateAction } from './account-bulk-state.ts';
import { topicAction } from './account-bulk-topic.ts';

/** An example account of a dry run. */
export interface AccountSample {
  readonly id: string;
  readonly number: number;
  readonly displayName: string | null;
}

/** Accounts as a source of bulk jobs. */
export const ACCOUNTS: BulkSubject = {
  noun: 'account',
  list: accountList,
  alias: 'a',
  labelSql: "'#' || a.public_no",
  sampleSql: 'a.id, a.public_no as number, a.display_name as "displayName"',
};

/** Bulk actions by the name in the API and in stored jobs. */
const ACTIONS = {
  AWARD_BADGE: () => awardBadge,
  EDIT: editAction,
  REACTIVATE: () => accountStateAction('REACTIVATE'),
  SUBSCRIBE_TOPIC: () => topicAction(true),
  SUSPEND: () => accountStateAction('SUSPEND'),
  UNSUBSCRIBE_TOPIC: () => topicAction(false),
} as const satisfies Readonly<Record<string, (patch: AccountBulkPatch) => AccountBulkAction>>;
export type AccountBulkActionName = keyof typeof ACTIONS;
/** Names of bulk actions, sorted. */
const ACTION_NAMES = Object.keys(ACTIONS) as AccountBulkActionName[];

/** SQL of an action on each account. EDIT takes a `patch`, without which it changes nothing. */
export function accountBulkAction(name: AccountBulkActionName, patch: AccountBulkPatch | null): AccountBulkAction {
  return ACTIONS[name](patch ?? {});
}

const bulkParams = z.strictObject({
  action: z.enum(ACTION_NAMES),
  selection: frozenSelection,
  /** Topic or badge of the action. */
  targetId: z.uuid().nullable().default(null),
  /** Values of EDIT; null once an account that got a personal value was erased. */
  patch: accountRecord.bulkPatch.nullable().default(null),
  /** Names of the target and of the filter's areas at the time of the request, by id and language. */
  names: bulkNames,
  reason: z.string().nullable(),
  until: z.iso.datetime().nullable(),
  /** Only accounts on which this earlier job failed. */
  failedOf: z.uuid().nullable(),
});
type BulkParams = z.output<typeof bulkParams>;

/** Changes many accounts by the rules of a single change, with the same audit row for each. */
export const accountBulkJob = defineJob<BulkParams>({
  kind: 'account.bulk-change',
  params: bulkParams,
  permission: 'account.change-many',
  permissionsFor: ({ action }) => [accountBulkAction(action, null).permission],
  summarise: ({ action, targetId, patch, names, reason, until, selection }) => ({
    action,
    targetId,
    patch,
    names,
    reason,
    until,
    selection: selectionSummary(selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  run: (run, params) => runBulk(run, ACCOUNTS, accountBulkAction(params.action, params.patch), params),
});
