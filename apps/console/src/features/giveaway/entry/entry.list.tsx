import { GIVEAWAY_ENTRY_STATES } from '@backcounter/domain';
import type { ReactNode } from 'react';
import type { GiveawayEntryRowFragment } from '../../../generated/graphql.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { beside } from '../../../listing/address/beside.ts';
import { codeColumn, figureColumn, nameColumn, textColumn } from '../../../listing/columns/column-kinds.tsx';
import { ledgerTimeColumn } from '../../../listing/columns/ledger-time-column.tsx';
import { PhoneRow } from '../../../listing/grid/phone-row.tsx';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { listSource } from '../../../listing/list-source.ts';
import { exportAction } from '../../../listing/selection/export-action.ts';
import { valueFilter } from '../../../records/entity-columns.tsx';
import { filterWithin } from '../../../records/filters-as-input.ts';
import { accountOptionsOf } from '../entrant-options.ts';
import { GIVEAWAY_LISTS, OPEN_ROW } from '../giveaway.entity.ts';
import { entryDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { EntryStateMark } from '../public.tsx';

type Row = GiveawayEntryRowFragment;

const columns: readonly ListColumn<Row>[] = [
  nameColumn('account', 'giveaway.transaction.field.account', 180, ({ account }) => accountWords(account), {
    grows: true,
  }),
  codeColumn('number', 'account.field.number', 104, ({ account }) => String(account.publicNo)),
  {
    key: 'state',
    headerKey: 'giveaway.entry.field.state',
    width: 144,
    render: ({ state }) => <EntryStateMark state={state} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  figureColumn('tickets', 'giveaway.transaction.field.tickets', 84, ({ tickets }) => tickets),
  figureColumn('paid', 'giveaway.entry.field.paid', 100, ({ pointsPaid }) => pointsPaid, { exported: ['pointsPaid'] }),
  textColumn('reason', 'giveaway.transaction.field.reason', 180, ({ stateReason }) => stateReason, {
    fullText: ({ stateReason }) => stateReason ?? null,
  }),
  ledgerTimeColumn('entered', 'giveaway.entry.field.entered', 140, ({ enteredAt }) => enteredAt, {
    align: 'end',
    sort: 'entered',
  }),
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <PhoneRow
      title={<bdi>{accountWords(row.account)}</bdi>}
      end={formats.t('giveaway.figure.tickets', { count: row.tickets })}
      state={<EntryStateMark state={row.state} />}
    >
      <span className="bc-code" dir="ltr">
        {row.account.publicNo}
      </span>
      {' · '}
      {ledgerWords(row.enteredAt, formats.timeZone, formats.locale)}
    </PhoneRow>
  );
}

/** The entries of one giveaway, as a list on its page. */
export function entryList(giveawayId: string, path: string): ListDefinition<Row> {
  const within = filterWithin('giveaway', giveawayId);
  return {
    name: GIVEAWAY_LISTS.entries,
    scope: giveawayId,
    capability: 'GIVEAWAY_ENTRIES',
    titleKey: 'giveaway.entry.title',
    searchHintKey: () => 'giveaway.entry.search',
    emptyKey: 'giveaway.entry.none',
    emptyBodyKey: 'giveaway.entry.none-body',
    columns,
    filters: [
      valueFilter(
        'state',
        'giveaway.entry.field.state',
        GIVEAWAY_ENTRY_STATES,
        (state) => `giveaway.entry.state.${state}`,
      ),
      {
        key: 'account',
        labelKey: 'giveaway.transaction.field.account',
        shape: 'set',
        options: accountOptionsOf(giveawayId),
      },
      { key: 'entered', labelKey: 'giveaway.entry.field.entered', shape: 'instant' },
      { key: 'tickets', labelKey: 'giveaway.transaction.field.tickets', shape: 'number' },
    ],
    sorts: { entered: 'ENTERED' },
    matchKey: () => null,
    rowId: ({ id }) => id,
    rowHref: ({ id }, search) => beside(path, search, { tab: 'entries', [OPEN_ROW]: id }),
    rowLabel: ({ account }) => accountWords(account),
    rowCreatedAt: ({ enteredAt }) => enteredAt,
    phoneRow,
    source: listSource(entryDocuments, within),
    filterInput: within,
    bulk: [exportAction],
  };
}
