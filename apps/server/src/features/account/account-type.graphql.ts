import { ACCOUNT_LIMITS, ACCOUNT_MACHINE, type AccountAction, type AccountState } from '@backcounter/domain';
import type { EnumRef, ObjectRef } from '@pothos/core';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { addActionRight } from '../../crud/action-right.graphql.ts';
import { outputFields } from '../../crud/record-fields.graphql.ts';
import { actionRights } from '../../crud/state-change.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { forwardArgs } from '../../graphql/schema/arguments.ts';
import type { Builder, BuilderTypes } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { ACCOUNT_FIELDS } from './account-change.ts';
import type { AccountRow } from './account-record.ts';

const STATES: Readonly<Record<AccountState, string>> = {
  ACTIVE: 'In use.',
  SUSPENDED: 'Suspended, for a time or until it is reactivated; its points are frozen.',
  CLOSED: 'Closed; its points are frozen and no device is reached.',
  ERASED: 'Personal data removed for good.',
};

const ACTIONS: Readonly<Record<AccountAction, string>> = {
  EDIT: 'Change its fields.',
  SUSPEND: 'Suspend it.',
  REACTIVATE: 'End its suspension, or reopen it after it was closed.',
  CLOSE: 'Close it.',
  ERASE: 'Remove all personal data for good.',
  REVEAL_CONTACT: 'Show its email address and phone number.',
  CHANGE_TOPICS: 'Subscribe it to topics, or unsubscribe it.',
  AWARD_BADGE: 'Award a badge to it.',
  REVOKE_BADGE: 'Revoke an award of it.',
  INVALIDATE_DEVICE: 'Stop notifications to one of its devices.',
  WRITE_NOTE: 'Write a note about it.',
  EXPORT_DATA: 'Export everything that is held about the person.',
};

/** `AccountState`. */
export function addAccountState(builder: Builder): AccountStateRef {
  return addEnum(builder, 'AccountState', 'State of an account; `docs/states.md` shows what leads where.', STATES);
}

/** Enum of the states of an account. */
export type AccountStateRef = EnumRef<BuilderTypes, AccountState>;

/** `Account`, with what may be done with one. */
export function addAccountType(builder: Builder, state: AccountStateRef, history: AuditConnectionRef): AccountRef {
  const right = addActionRight(builder, 'Account', 'an account', ACTIONS);
  return builder.objectRef<AccountRow>('Account').implement({
    description: 'A person who uses the app.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      number: t.expose('number', { type: 'SafeInt', description: 'Short number that support reads on the phone.' }),
      ...outputFields(t, ACCOUNT_FIELDS),
      isContactMasked: t.exposeBoolean('isContactMasked', {
        description: 'True for people without `account.read-contact`, who see neither `email` nor `phone`.',
      }),
      emailVerified: t.exposeBoolean('emailVerified', {
        description: 'Whether the person has proven that the email address is theirs.',
      }),
      firebaseId: t.exposeString('firebaseId', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'User id in Firebase; null without one.',
      }),
      hasPicture: t.boolean({
        description:
          'False where there is no profile picture, so that nobody asks for its address in vain. Where other programs write pictures too: true with any Firebase id.',
        resolve: ({ hasPicture, firebaseId }, _args, { services }) =>
          firebaseId !== null && (hasPicture || services.files.pictures.isStoreShared),
      }),
      country: t.expose('country', { type: 'Country', description: 'Country that it belongs to.' }),
      area: t.expose('area', {
        type: 'Area',
        nullable: true,
        description: 'Area of the country that it belongs to; null without one.',
      }),
      pushConsentAt: t.expose('pushConsentAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When `pushConsent` was last changed; null where it never was.',
      }),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      stateReason: t.exposeString('stateReason', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Reason given for its state; null where none was given.',
      }),
      suspendedUntil: t.expose('suspendedUntil', {
        type: 'DateTime',
        nullable: true,
        description: 'When its suspension ends by itself; null where it has no end, or is not suspended.',
      }),
      privacyRequestedAt: t.expose('privacyRequestedAt', {
        type: 'DateTime',
        nullable: true,
        description: `When its owner asked for the data to be erased, which happens by itself ${ACCOUNT_LIMITS.erasureDelayDays} days later; null without such a request.`,
      }),
      badgeCount: t.exposeInt('badgeCount', { description: 'Number of awards that are not revoked.' }),
      lastSeenAt: t.expose('lastSeenAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When the app was last used; null where it never was.',
      }),
      points: t.expose('points', { type: 'SafeInt', description: 'Points that it holds now.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      updatedBy: t.expose('updatedBy', {
        type: 'StaffRef',
        nullable: true,
        description: 'Who last changed it; null where nobody noted it.',
      }),
      version: t.exposeInt('version', { description: 'Grows with each change.' }),
      actions: t.field({
        type: [right],
        description:
          'What this person may do with the account now, and why not where it could be allowed in another state or role.',
        resolve: (row, _args, { caller, now }) => actionRights(ACCOUNT_MACHINE, row, caller, now),
      }),
      history: t.field({
        type: history,
        description: 'Who changed it, newest first.',
        args: forwardArgs(t),
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: 'account', id: row.id }, args, selectionOf(info)),
      }),
    }),
  });
}

/** Type of an account. */
export type AccountRef = ObjectRef<BuilderTypes, AccountRow>;
