import { ACCOUNT_MACHINE, type AccountBulkPatch, accountRecord } from '@backcounter/domain';
import { z } from 'zod';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { statedReason } from '../../../crud/state-change.ts';
import type { RequestContext } from '../../../graphql/request-context.ts';
import type { BulkAction } from '../../../jobs/bulk/bulk-action.ts';
import { bulkApproval } from '../../../jobs/bulk/bulk-approval.ts';
import { runBulk } from '../../../jobs/bulk/bulk-run.ts';
import type { BulkSubject } from '../../../jobs/bulk/bulk-subject.ts';
import {
  type JobToStart,
  previewUndo,
  type UndoOptions,
  undoBulk,
  undoneJob,
  undoParams,
  undoSelection,
  undoState,
} from '../../../jobs/bulk/bulk-undo.ts';
import { defineJob } from '../../../jobs/job-definition.ts';
import { isUuid } from '../../../listing/list-filter.ts';
import { frozenSelection, selectionSummary } from '../../../listing/selection.ts';
import { bulkNames } from '../../../references/bulk-names.ts';
import { accountList } from '../account.list.ts';
import { type AccountBulkAction, checkReasonAlone, refuseTarget } from './account-bulk-action.ts';
import { awardBadge } from './account-bulk-award.ts';
import { editAction } from './account-bulk-edit.ts';
import { revokeAwards, undoChanges } from './account-bulk-undo.ts';

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
/** Those of undos have no name in the API. */
type StoredAction = AccountBulkActionName | 'IMPORT' | 'REVOKE_BADGE';
/** The action that undoes another. */
const INVERSE: Readonly<Record<StoredAction, StoredAction>> = {
  AWARD_BADGE: 'REVOKE_BADGE',
  EDIT: 'EDIT',
  IMPORT: 'IMPORT',
  REACTIVATE: 'SUSPEND',
  REVOKE_BADGE: 'AWARD_BADGE',
  SUBSCRIBE_TOPIC: 'UNSUBSCRIBE_TOPIC',
  SUSPEND: 'REACTIVATE',
  UNSUBSCRIBE_TOPIC: 'SUBSCRIBE_TOPIC',
};

/** SQL of an action on each account. EDIT takes a `patch`, without which it changes nothing. */
export function accountBulkAction(name: AccountBulkActionName, patch: AccountBulkPatch | null): AccountBulkAction {
  return ACTIONS[name](patch ?? {});
}

/** SQL of a job's action, which may undo that of another job. */
function actionOf({ action, patch, undone }: Pick<BulkParams, 'action' | 'patch' | 'undone'>): BulkAction {
  if (action === 'REVOKE_BADGE') return revokeAwards(undone?.requestId ?? '');
  const name = action === 'IMPORT' ? 'EDIT' : action;
  if (undone !== null && name === 'EDIT') return undoChanges(undone);
  const done = accountBulkAction(name, patch);
  return undone !== null && done.isState ? undoState(done, ACCOUNTS, undone) : done;
}

const bulkParams = z.strictObject({
  action: z.enum([...ACTION_NAMES, 'IMPORT', 'REVOKE_BADGE']),
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
  undone: undoneJob.nullable().default(null),
});
type BulkParams = z.output<typeof bulkParams>;

const KIND = 'account.bulk-change';

/** The job that undoes an import of accounts. */
export function undoAccountImport(how: UndoOptions): JobToStart {
  const params = { action: 'IMPORT', ...undoParams(how), selection: undoSelection({}, how), names: {}, until: null };
  return { kind: KIND, params };
}

/** Changes many accounts by the rules of a single change, with the same audit row for each. */
export const accountBulkJob = defineJob<BulkParams>({
  kind: KIND,
  params: bulkParams,
  permission: 'account.change-many',
  permissionsFor: (params) => [
    actionOf({ ...params, patch: null }).permission,
    ...(params.action === 'IMPORT' ? [ACCOUNT_MACHINE.actions.CLOSE.permission] : []),
  ],
  summarise: ({ action, targetId, patch, names, reason, until, selection, undone }) => ({
    undoOf: undone?.id ?? null,
    action,
    targetId,
    patch,
    names,
    reason,
    until: undone === null ? until : null,
    selection: selectionSummary(selection),
  }),
  paramsOfFailed: (params, id) => ({ ...params, failedOf: id }),
  approval: (context, params) => bulkApproval(context, ACCOUNTS, params),
  undo: undoBulk<BulkParams>(KIND, ACCOUNTS, INVERSE),
  previewUndo: (context, params) => previewUndo(context, ACCOUNTS, actionOf(params), params, params.targetId),
  run: (run, params) => runBulk(run, ACCOUNTS, actionOf(params), params),
});

/** A state change of many accounts, by the same SQL function as a single change. */
function accountStateAction(action: 'SUSPEND' | 'REACTIVATE'): AccountBulkAction {
  const { permission, reason: rule, to } = ACCOUNT_MACHINE.actions[action];
  return {
    permission,
    auditAction: `account.${action.toLowerCase()}`,
    isState: true,
    checkTarget: refuseTarget,
    checkOptions: ({ reason, until }, now) => {
      const stated = statedReason(rule, reason);
      if (until !== null && (to !== 'SUSPENDED' || until <= now)) {
        throw fieldsInvalid({ until: [{ rule: to === 'SUSPENDED' ? 'future' : 'invalid' }] });
      }
      return { reason: stated, until: until?.toISOString() ?? null };
    },
    refusal: () => `account_refusal('${action}', a.state, a.state_changed_at)`,
    change: (values, { reason, until }, actor, ids, was) =>
      `change_account_states('${action}', ${ids}, ${was?.why ?? `${values.add(reason)}::text`}, ${was?.until ?? `${values.add(until)}::timestamptz(3)`}, null, ${actor})`,
  };
}

/** Checks that accounts can be subscribed to a topic. @throws AppError `field.invalid` on `targetId` */
async function checkTopic({ db }: RequestContext, targetId: string | null): Promise<void> {
  if (targetId === null) throw fieldsInvalid({ targetId: [{ rule: 'required' }] });
  const topic = isUuid(targetId)
    ? await db.selectFrom('topic').select('archived_at').where('id', '=', targetId).executeTakeFirst()
    : undefined;
  if (topic === undefined) throw fieldsInvalid({ targetId: [{ rule: 'unknown' }] });
  if (topic.archived_at !== null) throw fieldsInvalid({ targetId: [{ rule: 'archived' }] });
}

/**
 * Subscribes accounts to a topic, or unsubscribes them. Consent to messages does not change. Holders who unsubscribed themselves are
 * skipped: only they can undo that.
 */
function topicAction(subscribes: boolean): AccountBulkAction {
  return {
    permission: ACCOUNT_MACHINE.actions.CHANGE_TOPICS.permission,
    auditAction: subscribes ? 'account.subscribe' : 'account.unsubscribe',
    checkTarget: checkTopic,
    checkOptions: checkReasonAlone,
    refusal: (values, topicId) => `(
      select topic_change_refusal(${subscribes}, a.state, a.state_changed_at, s.is_subscribed, s.source)
      from (select) as account left join account_topic_subscription s on s.account_id = a.id and s.topic_id = ${values.add(topicId)}::uuid)`,
    change: (values, { targetId }, actor, ids) =>
      `change_account_topics(${values.add(targetId)}::uuid, ${ids}, ${subscribes}, ${actor})`,
  };
}
