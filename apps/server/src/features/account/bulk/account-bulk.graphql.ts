import type { InputRef } from '@pothos/core';
import { needs } from '../../../graphql/authorise.ts';
import { type RequestContext, requirePermission } from '../../../graphql/request-context.ts';
import type { Builder } from '../../../graphql/schema/builder.ts';
import { addEnum } from '../../../graphql/schema/enum.ts';
import { addMutation } from '../../../graphql/schema/mutation.ts';
import { addBulkPreview, addBulkSelection } from '../../../jobs/bulk/bulk.graphql.ts';
import { findBulkNames } from '../../../jobs/bulk/bulk-names.ts';
import { previewBulk } from '../../../jobs/bulk/bulk-preview.ts';
import { enqueueJob } from '../../../jobs/enqueue-job.ts';
import { type JobTypes, jobPayload } from '../../../jobs/job.graphql.ts';
import type { FilterInput } from '../../../listing/list-filter.ts';
import { freezeSelection, type SelectionInput } from '../../../listing/selection.ts';
import { accountList } from '../account.list.ts';
import {
  ACCOUNT_BULK_ACTIONS,
  ACCOUNTS,
  type AccountBulkActionName,
  type AccountSample,
  accountBulkJob,
} from './account-bulk.ts';

const ACTIONS: Readonly<Record<AccountBulkActionName, string>> = {
  AWARD_BADGE: 'Award a badge to it.',
  REACTIVATE: 'End its suspension, or reopen it after it was closed.',
  SUBSCRIBE_TOPIC: 'Subscribe it to a topic.',
  SUSPEND: 'Suspend it.',
  UNSUBSCRIBE_TOPIC: 'Unsubscribe it from a topic.',
};
const TARGET = 'The topic or badge, for the actions that are about one.';

/** Changing many accounts: a dry run, and the job. */
export function addAccountBulk(builder: Builder, filter: InputRef<FilterInput>, jobs: JobTypes): void {
  const action = addEnum(builder, 'AccountBulkAction', 'What to do with each account.', ACTIONS);
  const selection = addBulkSelection(builder, 'Account', filter);
  const sample = builder.objectRef<AccountSample>('AccountBulkSample').implement({
    description: 'One of the accounts that an action would be about.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      number: t.expose('number', { type: 'SafeInt', description: 'Short number that support reads on the phone.' }),
      displayName: t.exposeString('displayName', {
        nullable: true,
        description: 'Name that the person goes by; null without one.',
      }),
    }),
  });
  builder.queryField('previewAccountBulk', (t) =>
    t.field({
      type: addBulkPreview(builder, jobs, 'Account', sample),
      description: 'What the action would do, by outcome and reason; changes nothing.',
      extensions: needs('account.change-many'),
      args: {
        selection: t.arg({ type: selection, required: true, description: 'Which accounts.' }),
        action: t.arg({ type: action, required: true, description: 'What to do with each.' }),
        targetId: t.arg.id({ description: TARGET }),
      },
      resolve: async (_root, args, context) => {
        const { action: does, targetId } = await findAction(context, args.action, args.targetId);
        return previewBulk<AccountSample>(
          context,
          ACCOUNTS,
          await freezeSelection(accountList, context, args.selection),
          does,
          targetId,
        );
      },
    }),
  );
  addMutation(builder, 'startAccountBulk', {
    description: 'Starts a job; the same by the same person is one job as long as it goes on.',
    extensions: needs('account.change-many'),
    input: (t) => ({
      selection: t.field({ type: selection, required: true, description: 'Which accounts.' }),
      action: t.field({ type: action, required: true, description: 'What to do with each.' }),
      targetId: t.id({ description: TARGET }),
      reason: t.string({ description: 'Why; needed to suspend. The note of an award.' }),
      until: t.field({ type: 'DateTime', description: 'When a suspension ends by itself; absent or null: never.' }),
    }),
    resolve: async (input, context) => ({ id: await startBulk(context, input) }),
    payload: jobPayload(jobs),
  });
}

interface StartInput {
  readonly selection: SelectionInput;
  readonly action: AccountBulkActionName;
  readonly targetId?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly until?: Date | null | undefined;
}

/** The action, if the caller may do it, and what it is about. @throws AppError `access.denied`, `field.invalid` */
async function findAction(context: RequestContext, name: AccountBulkActionName, target: string | null | undefined) {
  const action = ACCOUNT_BULK_ACTIONS[name];
  requirePermission(context.caller, action.permission);
  const targetId = target ?? null;
  await action.checkTarget(context, targetId);
  return { action, targetId };
}

async function startBulk(context: RequestContext, input: StartInput): Promise<string> {
  const { action, targetId } = await findAction(context, input.action, input.targetId);
  const options = action.checkOptions(
    { targetId, reason: input.reason ?? null, until: input.until ?? null },
    context.now,
  );
  const selection = await freezeSelection(accountList, context, input.selection);
  const wish = { action: input.action, targetId, ...options, failedOf: null };
  const params = { ...wish, selection, names: await findBulkNames(context, targetId, selection) };
  // Two clicks are two instants, but one wish.
  return enqueueJob(context, accountBulkJob, params, { dedupe: { ...wish, selection: { ...selection, upTo: null } } });
}
