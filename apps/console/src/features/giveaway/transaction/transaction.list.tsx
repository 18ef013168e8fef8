import { GIVEAWAY_TRANSACTION_TYPES } from '@backcounter/domain';
import type { ReactNode } from 'react';
import type { GiveawayTransactionRowFragment } from '../../../generated/graphql.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { beside } from '../../../listing/address/beside.ts';
import { figureColumn, nothing, textColumn } from '../../../listing/columns/column-kinds.tsx';
import { ledgerTimeColumn } from '../../../listing/columns/ledger-time-column.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { listNewsOf } from '../../../listing/news/list-news-source.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { accountOptionsOf } from '../entrant-options.ts';
import { GIVEAWAY_LISTS, OPEN_ROW } from '../giveaway.entity.ts';
import { transactionDocuments, transactionNewsSubscription } from '../giveaway-people.operations.ts';
import { accountWords, actorWords } from '../people-words.ts';
import { TransactionType } from './transaction-type.tsx';

type Row = GiveawayTransactionRowFragment;

const columns: readonly ListColumn<Row>[] = [
  ledgerTimeColumn('when', 'giveaway.transaction.field.at', 140, ({ occurredAt }) => occurredAt, {
    isPinned: true,
    sort: 'seq',
  }),
  figureColumn('seq', 'giveaway.transaction.field.seq', 72, ({ seq }) => seq, { isHiddenAtFirst: true }),
  {
    key: 'type',
    headerKey: 'giveaway.transaction.field.type',
    width: 172,
    render: ({ type }) => <TransactionType type={type} />,
  },
  {
    key: 'account',
    headerKey: 'giveaway.transaction.field.account',
    width: 156,
    grows: true,
    render: ({ account }, formats) => (account ? <bdi>{accountWords(account)}</bdi> : nothing(formats)),
  },
  figureColumn('tickets', 'giveaway.transaction.field.tickets', 76, ({ tickets }) => tickets),
  figureColumn('points', 'giveaway.transaction.field.points', 88, ({ points }) => points),
  textColumn('prize', 'giveaway.transaction.field.prize', 156, ({ prize }) => prize?.title),
  {
    key: 'actor',
    headerKey: 'giveaway.transaction.field.actor',
    width: 140,
    render: ({ actor }, formats) => <bdi>{actorWords(actor, formats)}</bdi>,
  },
  textColumn('reason', 'giveaway.transaction.field.reason', 168, ({ reason }) => reason, {
    fullText: ({ reason }) => reason ?? null,
  }),
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <TransactionType type={row.type} />
        <small>
          {ledgerWords(row.occurredAt, formats.timeZone, formats.locale)}
          {row.account ? (
            <>
              {' · '}
              <bdi>{accountWords(row.account)}</bdi>
            </>
          ) : null}
        </small>
      </span>
      <span className="bc-phone-end">
        {row.tickets == null ? null : formats.t('giveaway.figure.tickets', { count: row.tickets })}
        <small>
          <bdi>{actorWords(row.actor, formats)}</bdi>
        </small>
      </span>
    </span>
  );
}

/** The transactions of one giveaway, as a list on its page. */
export function transactionList(giveawayId: string, path: string): ListDefinition<Row> {
  const within = filterWithin('giveaway', giveawayId);
  return {
    name: GIVEAWAY_LISTS.transactions,
    scope: giveawayId,
    capability: 'GIVEAWAY_TRANSACTIONS',
    fileLabels: {
      occurredAt: 'audit.field.occurred',
    },
    titleKey: 'giveaway.transaction.title',
    searchHintKey: () => 'giveaway.transaction.search',
    emptyKey: 'giveaway.transaction.none',
    emptyBodyKey: 'giveaway.transaction.none-body',
    columns,
    filters: [
      valueFilter(
        'type',
        'giveaway.transaction.field.type',
        GIVEAWAY_TRANSACTION_TYPES,
        (type) => `giveaway.transaction.type.${type}`,
      ),
      {
        key: 'account',
        labelKey: 'giveaway.transaction.field.account',
        shape: 'set',
        options: accountOptionsOf(giveawayId),
      },
      { key: 'occurred', labelKey: 'giveaway.transaction.field.at', shape: 'instant' },
    ],
    sorts: { seq: 'SEQ' },
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ seq }, search) => beside(path, search, { [OPEN_ROW]: String(seq) }),
    rowLabel: ({ type, occurredAt }, formats) =>
      `${formats.t(`giveaway.transaction.type.${type}`)} ${ledgerWords(occurredAt, formats.timeZone, formats.locale)}`,
    rowCreatedAt: ({ occurredAt }) => occurredAt,
    phoneRow,
    source: listSource(transactionDocuments, within),
    filterInput: within,
    bulk: [exportAction],
    news: listNewsOf({
      document: transactionNewsSubscription,
      variables: ({ filters }, since) => ({ since, filter: within(filters) }),
      count: ({ giveawayTransactionsCreated }) => giveawayTransactionsCreated,
    }),
  };
}
