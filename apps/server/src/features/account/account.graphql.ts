import type { AuditConnectionRef } from '../../audit/audit.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { addEnum } from '../../graphql/schema/enum.ts';
import { addRecordQuery } from '../../graphql/schema/record-query.ts';
import type { JobTypes } from '../../jobs/job-types.graphql.ts';
import type { ListTypes } from '../../listing/list.graphql.ts';
import { addSearchedConnection } from '../../listing/list-connection.ts';
import { addListQuery } from '../../listing/list-query.graphql.ts';
import { addRecordChanges } from '../../listing/record-changes.graphql.ts';
import { accountList, accountListFor } from './account.list.ts';
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
import { addErasureCertificate } from './privacy/erasure-certificate.graphql.ts';
import { ACCOUNT_MATCHES } from './search/account-search.ts';
import { addAccountTwins } from './search/account-twins.graphql.ts';

/** Accounts: list, record and actions. */
export function addAccount(builder: Builder, list: ListTypes, history: AuditConnectionRef, jobs: JobTypes): void {
  const state = addAccountState(builder);
  const searchMatch = addEnum(builder, 'AccountSearchMatch', 'How an account matches a search text.', ACCOUNT_MATCHES);
  const account = addAccountType(builder, state, searchMatch, history);
  addAccountList(builder, list, { state, searchMatch }, account, jobs);
  addRecordQuery(builder, 'account', {
    type: account,
    description: 'One account.',
    permission: 'account.read',
    id: 'Id of the account.',
    read: readAccount,
  });
  addAccountMutations(builder, account);
  addAccountBelongings(builder, list);
  addErasureCertificate(builder);
  addAccountTwins(builder, state);
  addAccountBelongingsMutations(builder, account, jobs);
}

function addAccountList(
  builder: Builder,
  list: ListTypes,
  { state, searchMatch }: { readonly state: AccountStateRef; readonly searchMatch: AccountMatchRef },
  account: AccountRef,
  jobs: JobTypes,
): void {
  const filter = addListQuery<AccountRow>(builder, list, {
    name: 'accounts',
    description: 'A page of the list of accounts.',
    permission: 'account.read',
    list: accountList,
    listFor: accountListFor,
    connection: addSearchedConnection(builder, list, 'Account', account, searchMatch),
    filter: ['AccountFilter', 'Accounts to list: those that match every filter given.'],
    enums: { state },
    sort: ['Account'],
    search:
      'Name, with typing errors and in any script; number, id, Firebase id, or the beginning of a number or id. With `account.read-contact` also an email address, a phone number, or a part of these; with `redemption.read` and `campaign.read-all` the receipt of a coupon, and with `coupon.reveal` its whole code. Without `sort`, best matches come first (`RELEVANCE`).',
    complete: addReferences,
    news: { createdSql: 'a.created_at', topic: 'account_created' },
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
