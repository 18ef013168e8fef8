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
import { orNull } from '../../graphql/schema/or-null.ts';
import { selectionOf } from '../../graphql/schema/selection.ts';
import { ACCOUNT_FIELDS } from './account-change.ts';
import type { AccountRow } from './account-record.ts';
import type { AccountMatch } from './search/account-search.ts';

const STATES: Readonly<Record<AccountState, string>> = {
  ACTIVE: 'In use.',
  SUSPENDED: 'Suspended, for a time or until it is reactivated; its points are frozen.',
  CLOSED: 'Closed; its points are frozen and no device is reached.',
  ERASED: 'Personal data permanently removed.',
};

const ACTIONS: Readonly<Record<AccountAction, string>> = {
  EDIT: 'Change its fields.',
  SUSPEND: 'Suspend it.',
  REACTIVATE: 'End its suspension, or reopen it after it was closed.',
  CLOSE: 'Close it.',
  ERASE: 'Permanently remove all personal data.',
  REVEAL_CONTACT: 'Show its email address and phone number.',
  CHANGE_TOPICS: 'Subscribe it to topics, or unsubscribe it.',
  ISSUE_CARD: 'Issue a card to it, which replaces the one that it has.',
  AWARD_BADGE: 'Award a badge to it.',
  REVOKE_BADGE: 'Revoke one of its awards.',
  INVALIDATE_DEVICE: 'Stop notifications to one of its devices.',
  WRITE_NOTE: 'Write a note about it.',
  EXPORT_DATA: 'Export everything that is held about the person.',
};

/** `AccountState`. */
export function addAccountState(builder: Builder): AccountStateRef {
  return addEnum(builder, 'AccountState', 'State of an account; `docs/states.md` shows the transitions.', STATES);
}

/** Enum `AccountState`. */
export type AccountStateRef = EnumRef<BuilderTypes, AccountState>;

/** Enum `AccountSearchMatch`. */
export type AccountMatchRef = EnumRef<BuilderTypes, AccountMatch>;

/** `Account` and its actions. */
export function addAccountType(
  builder: Builder,
  state: AccountStateRef,
  match: AccountMatchRef,
  history: AuditConnectionRef,
): AccountRef {
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
      card: t.exposeString('card', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Number of its card; null without one, and for people without `account.read-contact`.',
      }),
      hasPicture: t.boolean({
        description:
          'Whether there is a profile picture to request. If other programs also write pictures: true for every account with a Firebase id.',
        resolve: ({ hasPicture, firebaseId }, _args, { services }) =>
          firebaseId !== null && (hasPicture || services.files.pictures.isStoreShared),
      }),
      country: t.expose('country', { type: 'Country', description: 'Country that it belongs to.' }),
      area: t.expose('area', orNull('Area of the country that it belongs to; null without one.', 'Area')),
      pushConsentAt: t.expose(
        'pushConsentAt',
        orNull('When `pushConsent` was last changed; null where it never was.', 'DateTime'),
      ),
      state: t.expose('state', { type: state, description: 'Its state.' }),
      stateChangedAt: t.expose('stateChangedAt', { type: 'DateTime', description: 'When its state last changed.' }),
      stateReason: t.exposeString('stateReason', {
        nullable: true,
        extensions: NEVER_STORED,
        description: 'Reason given for its state; null where none was given.',
      }),
      suspendedUntil: t.expose(
        'suspendedUntil',
        orNull('When its suspension ends automatically; null without an end or a suspension.', 'DateTime'),
      ),
      privacyRequestedAt: t.expose(
        'privacyRequestedAt',
        orNull(
          `When the account holder requested erasure, which happens automatically ${ACCOUNT_LIMITS.erasureDelayDays} days later; null without a request.`,
          'DateTime',
        ),
      ),
      badgeCount: t.exposeInt('badgeCount', { description: 'Number of awards that are not revoked.' }),
      lastSeenAt: t.expose('lastSeenAt', orNull('When the app was last used; null where it never was.', 'DateTime')),
      points: t.expose('points', { type: 'SafeInt', description: 'Points that it holds now.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When it was last changed.' }),
      updatedBy: t.expose('updatedBy', orNull('Author of the last change; null where unknown.', 'StaffRef')),
      version: t.exposeInt('version', { description: 'Grows with each change.' }),
      matchedOn: t.field({
        type: match,
        nullable: true,
        description: 'Best way in which it matches the search text of its list; null without one.',
        resolve: ({ matchedOn }) => matchedOn ?? null,
      }),
      actions: t.field({
        type: [right],
        description:
          'Actions on the account: whether the caller may do each now, and the reason where the state or role refuses it.',
        resolve: (row, _args, { caller, now }) => actionRights(ACCOUNT_MACHINE, row, caller, now),
      }),
      history: t.field({
        type: history,
        description: 'Its audit trail, newest first.',
        args: {
          ...forwardArgs(t),
          without: t.arg.stringList({ description: 'Actions to exclude, such as `account.write-note`; at most 10.' }),
        },
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: 'account', id: row.id }, args, selectionOf(info)),
      }),
    }),
  });
}

/** Type of an account. */
export type AccountRef = ObjectRef<BuilderTypes, AccountRow>;
