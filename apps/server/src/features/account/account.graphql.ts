import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import { filterFields } from '../../crud/record-fields.graphql.ts';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { rowSelection, type Selection, selectionOf } from '../../graphql/schema/selection.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import {
  addEnumFilter,
  addListSort,
  addSearchedConnection,
  listArgs,
  searchArg,
} from '../../listing/list-connection.ts';
import { addListNews } from '../../listing/list-news.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import { runList } from '../../listing/run-list.ts';
import { accountList, accountListFor } from './account.list.ts';
import { ACCOUNT_FIELDS } from './account-change.ts';
import { addAccountMutations } from './account-mutation.graphql.ts';
import { type AccountRow, addReferences, readAccount } from './account-record.ts';
import {
  type AccountMatchRef,
  type AccountRef,
  type AccountStateRef,
  addAccountState,
  addAccountType,
} from './account-type.graphql.ts';
import { addAccountBulk } from './bulk/account-bulk.graphql.ts';
import { addAccountBelongings } from './details/account-details.graphql.ts';
import { addAccountBelongingsMutations } from './details/account-details-mutation.graphql.ts';
import { ACCOUNT_MATCHES } from './search/account-search.ts';

const NOTHING_ASKED: Selection = {};
/** Accounts: list, record and actions. */
export function addAccount(builder: Builder, list: ListTypes, history: AuditConnectionRef, jobs: JobTypes): void {
  const state = addAccountState(builder);
  const searchMatch = addEnum(builder, 'AccountSearchMatch', 'How an account matches a search text.', ACCOUNT_MATCHES);
  const account = addAccountType(builder, state, searchMatch, history);
  addAccountList(builder, list, { state, searchMatch }, account, jobs);
  builder.queryField('account', (t) =>
    t.field({
      type: account,
      nullable: true,
      description: 'One account.',
      extensions: needs('account.read'),
      args: { id: t.arg.id({ required: true, description: 'Id of the account.' }) },
      resolve: (_root, { id }, context, info) => readAccount(context, id, selectionOf(info)),
    }),
  );
  addAccountMutations(builder, account);
  addAccountBelongings(builder, list);
  addAccountBelongingsMutations(builder, account, jobs);
}

function addAccountFilter(builder: Builder, shared: ListTypes, state: AccountStateRef) {
  const { codeFilter, idFilter, instantFilter, numberFilter } = shared;
  const stateFilter = addEnumFilter(builder, 'AccountStateFilter', state);
  return builder.inputType('AccountFilter', {
    description: 'Accounts to list: those that match every filter given.',
    fields: (t) => ({
      state: t.field({ type: stateFilter, description: 'Is in one of these states, or in none of them.' }),
      country: t.field({ type: codeFilter, description: 'Belongs to one of these countries, or to none of them.' }),
      area: t.field({ type: idFilter, description: 'Belongs to one of these areas, or to none of them.' }),
      badge: t.field({ type: idFilter, description: 'Has one of these badges now, or none of them.' }),
      topic: t.field({ type: idFilter, description: 'Is subscribed to one of these topics, or to none of them.' }),
      ...filterFields(t, ACCOUNT_FIELDS, shared),
      emailVerified: t.boolean({ description: 'Has a proven email address, or has not.' }),
      hasEmail: t.boolean({ description: 'Has an email address, or has not. Needs `account.read-contact`.' }),
      hasPhone: t.boolean({ description: 'Has a phone number, or has not. Needs `account.read-contact`.' }),
      lastSeen: t.field({ type: instantFilter, description: 'When the app was last used.' }),
      created: t.field({ type: instantFilter, description: 'When it was created.' }),
      points: t.field({ type: numberFilter, description: 'Points that it holds now.' }),
      segment: t.field({
        type: idFilter,
        description: 'Is in one of these segments, or in none of them. Needs the permissions of all their clauses.',
      }),
      online: t.boolean({ description: 'Online at this moment, or not.' }),
    }),
  });
}

function addAccountList(
  builder: Builder,
  list: ListTypes,
  { state, searchMatch }: { readonly state: AccountStateRef; readonly searchMatch: AccountMatchRef },
  account: AccountRef,
  jobs: JobTypes,
): void {
  const filter = addAccountFilter(builder, list, state);
  const sort = addListSort(builder, list, 'Account', Object.keys(accountList.sorts).sort());
  const connection = addSearchedConnection(builder, list, 'Account', account, searchMatch);
  builder.queryField('accounts', (t) =>
    t.field({
      type: connection,
      description: 'A page of the list of accounts.',
      extensions: needs('account.read'),
      args: {
        ...listArgs(t, list, filter, sort),
        search: searchArg(
          t,
          'Name, with typing errors and in any script; number, id, Firebase id, or the beginning of a number or id. With `account.read-contact` also an email address, a phone number, or a part of these; with `redemption.read` and `campaign.read-all` the receipt of a coupon, and with `coupon.reveal` its whole code. Without `sort`, best matches come first (`RELEVANCE`).',
        ),
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
