import { ACCOUNT_LIMITS, ACCOUNT_MACHINE, REVEAL_LIMITS, type RevealPurpose } from '@backcounter/domain';
import { addPatchInput } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import { NEVER_STORED, RUNS_AGAIN } from '../../graphql/repeated-mutation.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import {
  addChange,
  addMutation,
  auditReason,
  expectedRecord,
  type RecordPayload,
  recordPayload,
} from '../../graphql/schema/mutation.ts';
import { changeAccountState, updateAccount } from './account.service.ts';
import { issueCard } from './account-card.ts';
import { ACCOUNT_FIELDS } from './account-change.ts';
import { readAccount } from './account-record.ts';
import type { AccountRef } from './account-type.graphql.ts';
import { putAccountPicture, removeAccountPicture } from './picture/account-picture.service.ts';
import { eraseAccount } from './privacy/account-erasure.ts';
import { revealContact } from './privacy/account-reveal.ts';

/** Mutations of accounts. Each returns the changed account. */
export function addAccountMutations(builder: Builder, account: AccountRef): void {
  const payload = accountPayload(account);
  addUpdate(builder, payload);
  addPictureChanges(builder, payload);
  addStateChanges(builder, payload);
  addCard(builder, payload);
  addErasure(builder, payload);
  addReveal(builder);
}

/** Payload of a mutation: `{ account }`. */
export function accountPayload(account: AccountRef): RecordPayload {
  return recordPayload('account', account, readAccount);
}

function addUpdate(builder: Builder, payload: RecordPayload): void {
  const patch = addPatchInput(builder, 'Account', ACCOUNT_FIELDS);
  addChange(builder, 'updateAccount', {
    description: 'Changes fields of one account.',
    extensions: needs('account.edit'),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      patch: t.field({ type: patch, required: true, description: 'The fields to change.' }),
    }),
    change: ({ patch: changes, ...expected }, context) => updateAccount(context, expected, changes),
    payload,
  });
}

function addStateChanges(builder: Builder, payload: RecordPayload): void {
  addMutation(builder, 'suspendAccount', {
    description: 'Suspends one account; its points are frozen.',
    extensions: needs(ACCOUNT_MACHINE.actions.SUSPEND.permission),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      reason: auditReason(t, true),
      until: t.field({
        type: 'DateTime',
        description: 'When the suspension ends automatically; must be in the future. Absent or null: never.',
      }),
    }),
    resolve: async (input, context) => {
      await changeAccountState(context, 'SUSPEND', input);
      return input;
    },
    payload,
  });
  addMutation(builder, 'reactivateAccount', {
    description: 'Ends the suspension of one account, or reopens one that was closed at most 30 days ago.',
    extensions: needs(ACCOUNT_MACHINE.actions.REACTIVATE.permission),
    input: (t) => ({ ...expectedRecord(t, 'account'), reason: auditReason(t) }),
    resolve: async (input, context) => {
      await changeAccountState(context, 'REACTIVATE', input);
      return input;
    },
    payload,
  });
  addMutation(builder, 'closeAccount', {
    description: 'Closes one account: points are frozen, devices are no longer reached, reservations are released.',
    extensions: needs(ACCOUNT_MACHINE.actions.CLOSE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      reason: auditReason(t, true),
      isPrivacyRequest: t.boolean({
        description: `The account holder requested erasure: the data is erased automatically after ${ACCOUNT_LIMITS.erasureDelayDays} days, unless the account is reopened.`,
      }),
    }),
    resolve: async (input, context) => {
      await changeAccountState(context, 'CLOSE', input);
      return input;
    },
    payload,
  });
}

function addCard(builder: Builder, payload: RecordPayload): void {
  addChange(builder, 'issueAccountCard', {
    description:
      'Issues a card to one account. The one that it has ends, and programs that read it get `card.replaced`.',
    extensions: needs(ACCOUNT_MACHINE.actions.ISSUE_CARD.permission),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      number: t.string({
        description: 'Number of a printed card: 12 digits and their check digit. Absent or null: a random one.',
      }),
      reason: auditReason(t),
    }),
    change: ({ number, reason, ...expected }, context) =>
      issueCard(context, expected, { number: number ?? null, reason: reason ?? null }),
    payload,
  });
}

function addErasure(builder: Builder, payload: RecordPayload): void {
  addChange(builder, 'eraseAccount', {
    description: 'Permanently removes all personal data of a closed account.',
    extensions: needs(ACCOUNT_MACHINE.actions.ERASE.permission),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      reason: t.string({
        required: true,
        description: 'Reason; kept permanently, so it must not contain personal data.',
      }),
      confirmation: t.string({ required: true, description: 'Number of the account, as a confirmation.' }),
    }),
    change: ({ reason, confirmation, ...expected }, context) =>
      eraseAccount(context, expected, { reason, confirmation }),
    payload,
  });
}

function addPictureChanges(builder: Builder, payload: RecordPayload): void {
  addChange(builder, 'setAccountPicture', {
    description: 'Makes an uploaded picture the profile picture of one account, which needs a Firebase id.',
    extensions: needs('account.edit'),
    input: (t) => ({
      ...expectedRecord(t, 'account'),
      uploadId: t.id({ required: true, description: 'From `POST /files/uploads?kind=picture`; can be used once.' }),
    }),
    change: ({ uploadId, ...expected }, context) =>
      putAccountPicture(context, expected, () =>
        context.services.files.uploads.use(context.db, context.caller, uploadId, 'picture'),
      ),
    payload,
  });
  addMutation(builder, 'removeAccountPicture', {
    description: 'Removes the profile picture of one account; without one nothing changes.',
    extensions: needs('account.edit'),
    input: (t) => expectedRecord(t, 'account'),
    resolve: async (input, context) => {
      await removeAccountPicture(context, input);
      return input;
    },
    payload,
  });
}

const PURPOSES: Readonly<Record<RevealPurpose, string>> = {
  SUPPORT_REQUEST: 'To answer a request of the account holder.',
  DELIVERY: 'To deliver something.',
  FRAUD_CHECK: 'To look into fraud.',
  LEGAL_REQUEST: 'To answer an authority or a court.',
  OTHER: 'Something else, which `reason` says.',
};

function addReveal(builder: Builder): void {
  const purpose = addEnum(builder, 'RevealPurpose', 'Purpose of revealing a contact.', PURPOSES);
  addMutation(builder, 'revealAccountContact', {
    description: 'Reveals the contact of one account within the budgets of the caller; recorded in the audit trail.',
    extensions: { ...needs('account.reveal-contact'), ...RUNS_AGAIN },
    input: (t) => ({
      id: t.id({ required: true, description: 'The account.' }),
      purpose: t.field({ type: purpose, description: 'Purpose; absent or null: OTHER.' }),
      reason: t.string({
        description: `Reason; with OTHER at least ${REVEAL_LIMITS.reasonMinLength} characters, otherwise optional.`,
      }),
    }),
    resolve: (input, context) => revealContact(context, input),
    payload: (t) => ({
      email: t.exposeString('email', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Email address; null without one.',
      }),
      phone: t.exposeString('phone', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Phone number, E.164; null without one.',
      }),
    }),
  });
}
