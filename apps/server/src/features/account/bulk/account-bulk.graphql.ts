import type { AccountBulkPatch } from '@backcounter/domain';
import type { InputRef } from '@pothos/core';
import { fieldsInvalid } from '../../../crud/field-input.ts';
import { addPatchInput } from '../../../crud/record-fields.graphql.ts';
import { needs } from '../../../graphql/authorise.ts';
import { type RequestContext, requirePermission } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { orNull } from '../../../graphql/schema/or-null.ts';
import { addBulkPreview, addBulkSelection } from '../../../jobs/bulk/bulk.graphql.ts';
import { previewBulk } from '../../../jobs/bulk/bulk-preview.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { type JobTypes, jobPayload } from '../../../jobs/job-types.graphql.ts';
import type { FilterInput } from '../../../listing/list-filter.ts';
import { freezeSelection, type SelectionInput } from '../../../listing/selection.ts';
import { findBulkNames } from '../../../references/bulk-names.ts';
import { accountList } from '../account.list.ts';
import {
  ACCOUNTS,
  type AccountBulkActionName,
  type AccountSample,
  accountBulkAction,
  accountBulkJob,
} from './account-bulk.job.ts';
import { ACCOUNT_BULK_FIELDS, parseBulkPatch } from './account-bulk-edit.ts';

const ACTIONS: Readonly<Record<AccountBulkActionName, string>> = {
  AWARD_BADGE: 'Award a badge to it.',
  EDIT: 'Set fields of it.',
  REACTIVATE: 'End its suspension, or reopen it after it was closed.',
  SUBSCRIBE_TOPIC: 'Subscribe it to a topic.',
  SUSPEND: 'Suspend it.',
  UNSUBSCRIBE_TOPIC: 'Unsubscribe it from a topic.',
};
const TARGET = 'Topic or badge of the action, if it has one.';
const PATCH = 'The values to set, for EDIT.';

/** Bulk actions on accounts: dry run and job. */
export function addAccountBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = addEnum(builder, 'AccountBulkAction', 'Action on each account.', ACTIONS);
  const patch = addPatchInput(builder, 'AccountBulk', ACCOUNT_BULK_FIELDS);
  const selection = addBulkSelection(builder, 'Account', filter);
  const sample = builder.objectRef<AccountSample>('AccountBulkSample').implement({
    description: 'An account that the action would affect.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      number: t.expose('number', { type: 'SafeInt', description: 'Short number that support reads on the phone.' }),
      displayName: t.exposeString('displayName', orNull('Name that the person goes by; null without one.')),
    }),
  });
  builder.queryField('previewAccountBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Account', sample),
      description: 'Dry run of an action: counts by outcome and reason; changes nothing.',
      extensions: needs('account.change-many'),
      args: {
        selection: t.arg({ type: selection, required: true, description: 'Which accounts.' }),
        action: t.arg({ type: action, required: true, description: 'Action on each account.' }),
        targetId: t.arg.id({ description: TARGET }),
        patch: t.arg({ type: patch, description: PATCH }),
      },
      resolve: async (_root, args, context) => {
        const { action, targetId } = await findAction(context, args);
        return previewBulk<AccountSample>(
          context,
          ACCOUNTS,
          await freezeSelection(accountList, context, args.selection),
          action,
          targetId,
        );
      },
    }),
  );
  addMutation(builder, 'startAccountBulk', {
    description: 'Starts a job. An equal request by the same person while it runs returns the running job.',
    extensions: needs('account.change-many'),
    input: (t) => ({
      selection: t.field({ type: selection, required: true, description: 'Which accounts.' }),
      action: t.field({ type: action, required: true, description: 'Action on each account.' }),
      targetId: t.id({ description: TARGET }),
      patch: t.field({ type: patch, description: PATCH }),
      reason: t.string({ description: 'Reason; required to suspend. The note of an award.' }),
      until: t.field({ type: 'DateTime', description: 'When a suspension ends automatically; absent or null: never.' }),
    }),
    resolve: async (input, context) => ({ id: await startBulk(context, input) }),
    payload: jobPayload(jobs),
  });
}

interface ActionInput {
  readonly action: AccountBulkActionName;
  readonly targetId?: string | null | undefined;
  readonly patch?: object | null | undefined;
}

interface StartInput extends ActionInput {
  readonly selection: SelectionInput;
  readonly reason?: string | null | undefined;
  readonly until?: Date | null | undefined;
}

/** The action and its target, if the caller may do it. @throws AppError `access.denied`, `field.invalid` */
async function findAction(context: RequestContext, { action: name, targetId = null, patch: given }: ActionInput) {
  requirePermission(context.caller, accountBulkAction(name, null).permission);
  const patch = readPatch(name, given ?? null);
  const action = accountBulkAction(name, patch);
  await action.checkTarget(context, targetId);
  return { action, targetId, patch };
}

function readPatch(name: AccountBulkActionName, given: object | null): AccountBulkPatch | null {
  if (name === 'EDIT') return parseBulkPatch(given ?? {});
  if (given !== null) throw fieldsInvalid({ patch: [{ rule: 'invalid' }] });
  return null;
}

async function startBulk(context: RequestContext, input: StartInput): Promise<string> {
  const { action, targetId, patch } = await findAction(context, input);
  const options = action.checkOptions(
    { targetId, reason: input.reason ?? null, until: input.until ?? null },
    context.now,
  );
  const selection = await freezeSelection(accountList, context, input.selection);
  const wish = { action: input.action, targetId, patch, ...options, failedOf: null, undone: null };
  const params = {
    ...wish,
    selection,
    names: await findBulkNames(context, targetId ?? patch?.areaId ?? null, selection),
  };
  // A double click differs in the instant, but is one request.
  return enqueueJob(context, accountBulkJob, params, { dedupe: { ...wish, selection: { ...selection, upTo: null } } });
}
