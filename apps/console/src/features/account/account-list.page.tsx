import { may, type Role } from '@backcounter/domain';
import type { AccountSortKey } from '../../generated/graphql.ts';
import { lazyPart } from '../../lib/page/part.ts';
import { accountFields, type ShownFields } from '../../lib/record/record-fields.ts';
import { currentRoles } from '../../lib/settings/session.ts';
import { recordColumns, recordSorts } from '../../listing/columns/record-columns.tsx';
import type { ListDefinition } from '../../listing/list-definition.ts';
import { ListPage } from '../../listing/list-page.tsx';
import { listSource } from '../../listing/list-source.ts';
import { listNewsOf } from '../../listing/news/list-news-source.ts';
import {
  accountCountQuery,
  accountListQuery,
  accountNewsSubscription,
  accountVersionsSubscription,
} from './account.operations.ts';
import { type AccountListRow, accountColumns, accountName, accountPhoneRow } from './account-columns.tsx';
import { accountFilterInput, accountFilters } from './account-filters.ts';
import { accountLabelKey } from './account-label-key.ts';
import { accountMatchKey } from './account-match.ts';
import { accountBulkActions } from './bulk/account-bulk.ts';

const SORTS = {
  badges: 'BADGES',
  name: 'NAME',
  number: 'NUMBER',
  created: 'CREATED',
  'last-seen': 'LAST_SEEN',
  points: 'POINTS',
} as const satisfies Record<string, AccountSortKey>;

/** Text that may be a phone number, in the pattern of the server. */
const PHONE = /^\+?[\d ().-]{4,25}$/;

export const accountList: ListDefinition<AccountListRow> = {
  name: 'accounts',
  capability: 'ACCOUNTS',
  titleKey: 'shell.page.accounts',
  searchHintKey: (searches) => (searches.has('EMAIL') ? 'account.search.contact' : 'account.search.plain'),
  searchHelpKey: (text, searches) => (searches.has('PHONE') && PHONE.test(text) ? 'account.search.phone-help' : null),
  emptyKey: 'account.place.none',
  columns: recordColumns(accountFields, accountLabelKey, accountColumns),
  filters: accountFilters,
  sorts: { ...SORTS, ...recordSorts(accountFields) },
  matchColumn: () => import('./account-match-column.tsx').then((module) => module.accountMatchColumn),
  matchKey: accountMatchKey,
  rowId: ({ id }) => id,
  rowHref: ({ id }) => `/accounts/${id}`,
  rowLabel: accountName,
  editHref: ({ id }) => (may(currentRoles(), 'account.edit') ? `/accounts/${id}?edit` : undefined),
  Peek: lazyPart(() => import('./account-peek.tsx'), 'AccountPeek'),
  phoneRow: accountPhoneRow,
  ruleHref: (query) =>
    may(currentRoles(), 'segment.edit') ? `/accounts/segments?${new URLSearchParams({ new: query })}` : null,
  filterInput: accountFilterInput,
  rowCreatedAt: ({ createdAt }) => createdAt,
  bulk: accountBulkActions,
  source: listSource({ page: accountListQuery, count: accountCountQuery }, accountFilterInput),
  news: listNewsOf({
    document: accountNewsSubscription,
    variables: ({ filters, search }, since) => ({ since, filter: accountFilterInput(filters), search: search || null }),
    count: ({ accountsCreated }) => accountsCreated,
  }),
  changes: { document: accountVersionsSubscription, versionOf: ({ version }) => version },
};

/** For people who may not see contacts: columns of hidden values help no one. */
const listWithoutContacts: typeof accountList = {
  ...accountList,
  columns: accountList.columns.filter(({ key }) => (accountFields as ShownFields)[key]?.permission === undefined),
};

/** The list of accounts that this person may read. */
export const accountListOf = (roles: readonly Role[]) =>
  may(roles, 'account.read-contact') ? accountList : listWithoutContacts;

/** `/accounts`. */
export function AccountListPage() {
  return <ListPage definition={accountListOf(currentRoles())} />;
}
