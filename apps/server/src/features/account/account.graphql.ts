import { ACCOUNT_MACHINE, ACCOUNT_STATES, type AccountAction, type AccountState, actionsOf } from '@backcounter/domain';
import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { auditHistory } from '../../audit/audit-history.ts';
import { type ActionRight, actionRights } from '../../crud/state-change.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { NEVER_STORED } from '../../graphql/repeated-mutation.ts';
import { rowSelection, type Selection, selectionOf } from '../../graphql/selection.ts';
import type { JobTypes } from '../../jobs/job.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addEnumFilter, addListSort, addSearchedConnection } from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import { accountListFor } from './account.list.ts';
import { addAccountBelongings } from './account-belongings.graphql.ts';
import { addAccountBelongingsMutations } from './account-belongings-mutation.graphql.ts';
import { addAccountBulk } from './account-bulk.graphql.ts';
import { addAccountMutations } from './account-mutation.graphql.ts';
import { type AccountRow, accountNotFound, addReferences, findAccount } from './account-record.ts';

const NOTHING_ASKED: Selection = {};
const SEARCH_MATCHES = [
  'EMAIL',
  'FIREBASE_ID',
  'ID',
  'NAME',
  'NUMBER',
  'PHONE',
  'EMAIL_PREFIX',
  'NAME_PREFIX',
  'PHONE_PREFIX',
  'NOT_PERMITTED',
  'NONE',
] as const;

/** Accounts: list, record and what may be done with one. */
export function addAccount(builder: Builder, list: ListTypes, history: AuditConnectionRef, jobs: JobTypes): void {
  const state = builder.enumType('AccountState', { values: [...ACCOUNT_STATES].sort() as readonly AccountState[] });
  const account = addAccountType(builder, state, history);
  addAccountList(builder, list, state, account, jobs);
  builder.queryField('account', (t) =>
    t.field({
      type: account,
      nullable: true,
      extensions: needs('account.read'),
      args: { id: t.arg.id({ required: true }) },
      resolve: async (_root, { id }, context, info) => {
        const row = await findAccount(context, id, selectionOf(info));
        if (row === null) throw accountNotFound();
        return row;
      },
    }),
  );
  addAccountMutations(builder, account);
  addAccountBelongings(builder, list);
  addAccountBelongingsMutations(builder, jobs);
}

function addAccountType(builder: Builder, state: ReturnType<typeof enumOf>, history: AuditConnectionRef) {
  const action = builder.enumType('AccountAction', { values: [...actionsOf(ACCOUNT_MACHINE)].sort() });
  const right = builder.objectRef<ActionRight<AccountAction>>('AccountActionRight').implement({
    fields: (t) => ({
      action: t.expose('action', { type: action }),
      isAllowed: t.exposeBoolean('isAllowed'),
      refusal: t.exposeString('refusal', {
        nullable: true,
        description: 'Error code that the action would answer with; null when allowed.',
      }),
    }),
  });
  const contact = { ...needs('account.read-contact'), ...NEVER_STORED };
  return builder.objectRef<AccountRow>('Account').implement({
    fields: (t) => ({
      id: t.exposeID('id'),
      number: t.expose('number', { type: 'SafeInt', description: 'Short number that support reads on the phone.' }),
      displayName: t.exposeString('displayName', { nullable: true, extensions: NEVER_STORED }),
      email: t.exposeString('email', {
        nullable: true,
        extensions: contact,
        description: 'Null and `isContactMasked` for people without `account.read-contact`.',
      }),
      phone: t.exposeString('phone', { nullable: true, extensions: contact }),
      isContactMasked: t.exposeBoolean('isContactMasked'),
      emailVerified: t.exposeBoolean('emailVerified'),
      firebaseId: t.exposeString('firebaseId', { nullable: true, extensions: NEVER_STORED }),
      hasPicture: t.boolean({
        description:
          'False where there is no profile picture, so that nobody asks for its address in vain. Where other programs write pictures too: true with any Firebase id.',
        resolve: ({ hasPicture, firebaseId }, _args, { services }) =>
          firebaseId !== null && (hasPicture || services.files.pictures.isStoreShared),
      }),
      country: t.expose('country', { type: 'Country' }),
      area: t.expose('area', { type: 'Area', nullable: true }),
      locale: t.exposeString('locale'),
      timezone: t.exposeString('timezone'),
      birthDate: t.expose('birthDate', { type: 'Date', nullable: true, extensions: NEVER_STORED }),
      pushConsent: t.exposeBoolean('pushConsent'),
      pushConsentAt: t.expose('pushConsentAt', { type: 'DateTime', nullable: true }),
      state: t.expose('state', { type: state }),
      stateReason: t.exposeString('stateReason', { nullable: true, extensions: NEVER_STORED }),
      suspendedUntil: t.expose('suspendedUntil', { type: 'DateTime', nullable: true }),
      privacyRequestedAt: t.expose('privacyRequestedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'When its owner asked for the data to be erased, which happens by itself 30 days later.',
      }),
      badgeCount: t.exposeInt('badgeCount', { description: 'Awards that are not revoked.' }),
      lastSeenAt: t.expose('lastSeenAt', { type: 'DateTime', nullable: true }),
      points: t.expose('points', { type: 'SafeInt', description: 'Points that it holds now.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
      updatedBy: t.expose('updatedBy', { type: 'StaffRef', nullable: true }),
      version: t.exposeInt('version'),
      actions: t.field({
        type: [right],
        description:
          'What this person may do with the account now, and why not where it could be allowed in another state or role.',
        resolve: (row, _args, { caller, now }) => actionRights(ACCOUNT_MACHINE, row, caller, now),
      }),
      history: t.field({
        type: history,
        args: { first: t.arg.int(), after: t.arg.string() },
        resolve: (row, args, context, info) =>
          auditHistory(context, { type: 'account', id: row.id }, args, selectionOf(info)),
      }),
    }),
  });
}

function enumOf(builder: Builder) {
  return builder.enumType('AccountState', { values: ACCOUNT_STATES });
}

function addAccountList(
  builder: Builder,
  list: ListTypes,
  state: ReturnType<typeof enumOf>,
  account: ReturnType<typeof addAccountType>,
  jobs: JobTypes,
): void {
  const { codeFilter, idFilter, instantFilter, numberFilter, listStart } = list;
  const searchMatch = builder.enumType('AccountSearchMatch', { values: SEARCH_MATCHES });
  const stateFilter = addEnumFilter(builder, 'AccountStateFilter', state);
  const filter = builder.inputType('AccountFilter', {
    fields: (t) => ({
      state: t.field({ type: stateFilter }),
      country: t.field({ type: codeFilter }),
      area: t.field({ type: idFilter }),
      badge: t.field({ type: idFilter, description: 'Has one of these badges now, or none of them.' }),
      topic: t.field({ type: idFilter, description: 'Is subscribed to one of these topics, or to none of them.' }),
      pushConsent: t.boolean(),
      emailVerified: t.boolean(),
      hasEmail: t.boolean({ description: 'Needs `account.read-contact`.' }),
      hasPhone: t.boolean({ description: 'Needs `account.read-contact`.' }),
      lastSeen: t.field({ type: instantFilter }),
      created: t.field({ type: instantFilter }),
      points: t.field({ type: numberFilter }),
      online: t.boolean({ description: 'Online at this moment, or not.' }),
    }),
  });
  const sort = addListSort(builder, list, 'Account', ['BADGES', 'CREATED', 'LAST_SEEN', 'NAME', 'NUMBER', 'POINTS']);
  const connection = addSearchedConnection(builder, list, 'Account', account, searchMatch);
  builder.queryField('accounts', (t) =>
    t.field({
      type: connection,
      extensions: needs('account.read'),
      args: {
        ...list.pageArgs,
        filter: t.arg({ type: filter }),
        sort: t.arg({ type: sort }),
        search: t.arg.string(),
        startAt: t.arg({ type: listStart }),
      },
      resolve: async (_root, args, context, info) => {
        const selection = selectionOf(info);
        const page = await runList<AccountRow>(accountListFor(context.caller), context, args, selection);
        await addReferences(context, page.nodes, rowSelection(selection) ?? NOTHING_ASKED);
        return page;
      },
    }),
  );
  addListNews(builder, list, {
    name: 'accountsCreated',
    what: 'accounts',
    permission: 'account.read',
    filter,
    list: ({ caller }) => accountListFor(caller),
    createdSql: 'a.created_at',
    topic: 'account_created',
  });
  addRecordChanges(builder, list, {
    name: 'accountsChanged',
    what: 'accounts',
    permission: 'account.read',
    table: 'account',
    topic: 'account_changed',
  });
  addAccountBulk(builder, filter, jobs);
}
