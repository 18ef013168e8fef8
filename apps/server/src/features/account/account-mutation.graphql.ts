import { ACCOUNT_MACHINE, REVEAL_LIMITS, REVEAL_PURPOSES } from '@backcounter/domain';
import type { GraphQLResolveInfo } from 'graphql';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../graphql/repeated-mutation.ts';
import type { RequestContext } from '../../graphql/request-context.ts';
import { selectionOf } from '../../graphql/selection.ts';
import { changeAccountState, updateAccount } from './account.service.ts';
import { eraseAccount } from './account-erasure.ts';
import { removeAccountPicture, setAccountPicture } from './account-picture.service.ts';
import { type AccountRow, accountNotFound, findAccount } from './account-record.ts';
import { revealContact } from './account-reveal.ts';

type AccountRef = ReturnType<ReturnType<typeof accountRefOf>['implement']>;

/** Mutations of accounts. Each answers with the account as it is afterwards. */
export function addAccountMutations(builder: Builder, account: AccountRef): void {
  addUpdate(builder, account);
  addPictureChanges(builder, account);
  addStateChanges(builder, account);
  addErasure(builder, account);
  addReveal(builder);
}

function accountRefOf(builder: Builder) {
  return builder.objectRef<AccountRow>('Account');
}

function addUpdate(builder: Builder, account: AccountRef): void {
  const patch = builder.inputType('AccountPatchInput', {
    description: 'Absent fields stay; null empties.',
    fields: (t) => ({
      displayName: t.string(),
      email: t.string(),
      phone: t.string(),
      countryCode: t.string(),
      areaId: t.id(),
      locale: t.string(),
      timezone: t.string(),
      birthDate: t.field({ type: 'Date' }),
      pushConsent: t.boolean(),
    }),
  });
  const input = builder.inputType('UpdateAccountInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      patch: t.field({ type: patch, required: true }),
    }),
  });
  builder.mutationField('updateAccount', (t) =>
    t.field({
      type: account,
      extensions: needs('account.edit'),
      args: { input: t.arg({ type: input, required: true }) },
      resolve: async (_root, { input: { patch: changes, ...expected } }, context, info) => {
        await updateAccount(context, expected, changes);
        return afterwards(context, expected.id, info);
      },
    }),
  );
}

function addStateChanges(builder: Builder, account: AccountRef): void {
  const suspend = builder.inputType('SuspendAccountInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      reason: t.string({ required: true }),
      until: t.field({ type: 'DateTime' }),
    }),
  });
  const reactivate = builder.inputType('ReactivateAccountInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      reason: t.string(),
    }),
  });
  const close = builder.inputType('CloseAccountInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      reason: t.string({ required: true }),
      isPrivacyRequest: t.boolean({
        description:
          'Its owner wants the data to be erased: that happens by itself after 30 days, unless it is reopened.',
      }),
    }),
  });
  builder.mutationField('suspendAccount', (t) =>
    t.field({
      type: account,
      extensions: needs(ACCOUNT_MACHINE.actions.SUSPEND.permission),
      args: { input: t.arg({ type: suspend, required: true }) },
      resolve: async (_root, { input }, context, info) => {
        await changeAccountState(context, 'SUSPEND', input);
        return afterwards(context, input.id, info);
      },
    }),
  );
  builder.mutationField('reactivateAccount', (t) =>
    t.field({
      type: account,
      extensions: needs(ACCOUNT_MACHINE.actions.REACTIVATE.permission),
      args: { input: t.arg({ type: reactivate, required: true }) },
      resolve: async (_root, { input }, context, info) => {
        await changeAccountState(context, 'REACTIVATE', input);
        return afterwards(context, input.id, info);
      },
    }),
  );
  builder.mutationField('closeAccount', (t) =>
    t.field({
      type: account,
      extensions: needs(ACCOUNT_MACHINE.actions.CLOSE.permission),
      args: { input: t.arg({ type: close, required: true }) },
      resolve: async (_root, { input }, context, info) => {
        await changeAccountState(context, 'CLOSE', input);
        return afterwards(context, input.id, info);
      },
    }),
  );
}

function addErasure(builder: Builder, account: AccountRef): void {
  const erase = builder.inputType('EraseAccountInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      reason: t.string({ required: true, description: 'Kept for good, so without personal data.' }),
      confirmation: t.string({ required: true, description: 'The number of the account.' }),
    }),
  });
  builder.mutationField('eraseAccount', (t) =>
    t.field({
      type: account,
      description: 'Removes all that is personal from a closed account, for good.',
      extensions: needs(ACCOUNT_MACHINE.actions.ERASE.permission),
      args: { input: t.arg({ type: erase, required: true }) },
      resolve: async (_root, { input: { reason, confirmation, ...expected } }, context, info) => {
        await eraseAccount(context, expected, { reason, confirmation });
        return afterwards(context, expected.id, info);
      },
    }),
  );
}

function addPictureChanges(builder: Builder, account: AccountRef): void {
  const set = builder.inputType('SetAccountPictureInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      expectedVersion: t.int({ required: true }),
      uploadId: t.id({ required: true, description: 'From `POST /files/uploads?kind=picture`; good for one use.' }),
    }),
  });
  const remove = builder.inputType('RemoveAccountPictureInput', {
    fields: (t) => ({ id: t.id({ required: true }), expectedVersion: t.int({ required: true }) }),
  });
  builder.mutationField('setAccountPicture', (t) =>
    t.field({
      type: account,
      extensions: needs('account.edit'),
      args: { input: t.arg({ type: set, required: true }) },
      resolve: async (_root, { input: { uploadId, ...expected } }, context, info) => {
        await setAccountPicture(context, expected, uploadId);
        return afterwards(context, expected.id, info);
      },
    }),
  );
  builder.mutationField('removeAccountPicture', (t) =>
    t.field({
      type: account,
      extensions: needs('account.edit'),
      args: { input: t.arg({ type: remove, required: true }) },
      resolve: async (_root, { input }, context, info) => {
        await removeAccountPicture(context, input);
        return afterwards(context, input.id, info);
      },
    }),
  );
}

function addReveal(builder: Builder): void {
  const contact = builder
    .objectRef<{ readonly email: string | null; readonly phone: string | null }>('AccountContact')
    .implement({
      fields: (t) => ({
        email: t.exposeString('email', { nullable: true, extensions: NEVER_STORED }),
        phone: t.exposeString('phone', { nullable: true, extensions: NEVER_STORED }),
      }),
    });
  const purpose = builder.enumType('RevealPurpose', { values: REVEAL_PURPOSES });
  const input = builder.inputType('RevealAccountContactInput', {
    fields: (t) => ({
      id: t.id({ required: true }),
      purpose: t.field({ type: purpose, description: 'OTHER without it.' }),
      reason: t.string({
        description: `With OTHER, at least ${REVEAL_LIMITS.reasonMinLength} characters; otherwise optional.`,
      }),
    }),
  });
  builder.mutationField('revealAccountContact', (t) =>
    t.field({
      type: contact,
      description: 'Shows the contact of one account within the budgets of the person who asks, and puts it on record.',
      extensions: { ...needs('account.reveal-contact'), ...RUNS_AGAIN },
      args: { input: t.arg({ type: input, required: true }) },
      resolve: (_root, { input: reveal }, context) => revealContact(context, reveal),
    }),
  );
}

async function afterwards(context: RequestContext, id: string, info: GraphQLResolveInfo): Promise<AccountRow> {
  const row = await findAccount(context, id, selectionOf(info));
  if (row === null) throw accountNotFound();
  return row;
}
