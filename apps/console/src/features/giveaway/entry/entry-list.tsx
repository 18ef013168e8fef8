import { GIVEAWAY_ENTRY_STATES } from '@backcounter/domain';
import { formatExact } from '@backcounter/ui';
import type { ReactNode } from 'react';
import { valueFilter } from '../../../crud/entity-columns.tsx';
import { filterInput, listSource } from '../../../crud/entity-request.ts';
import type { GiveawayEntryRowFragment } from '../../../generated/graphql.ts';
import { ledgerWords } from '../../../lib/format/zoned-words.ts';
import { exportAction } from '../../../listing/export/export-action.ts';
import type { FilterValue } from '../../../listing/filter/filter-value.ts';
import type { CellFormats, ListColumn, ListDefinition } from '../../../listing/list-definition.ts';
import { accountOptionsOf } from '../entrant-options.ts';
import { entryDocuments } from '../giveaway-people.operations.ts';
import { accountWords } from '../people-words.ts';
import { EntryStateMark } from '../public.tsx';
import { GIVEAWAY_LISTS, OPEN_ROW } from '../use-giveaway.ts';

type Row = GiveawayEntryRowFragment;

const nothing = ({ t }: CellFormats) => <span className="bc-empty-value">{t('listing.value.empty')}</span>;

const columns: readonly ListColumn<Row>[] = [
  {
    key: 'account',
    headerKey: 'giveaway.transaction.field.account',
    width: 180,
    grows: true,
    isPinned: true,
    render: ({ account }) => (
      <span className="bc-cell-name" dir="auto">
        {accountWords(account)}
      </span>
    ),
  },
  {
    key: 'number',
    headerKey: 'account.field.number',
    width: 104,
    render: ({ account }) => (
      <span className="bc-code" dir="ltr">
        {account.publicNo}
      </span>
    ),
    copyText: ({ account }) => String(account.publicNo),
  },
  {
    key: 'state',
    headerKey: 'giveaway.entry.field.state',
    width: 144,
    render: ({ state }) => <EntryStateMark status={state} />,
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'tickets',
    headerKey: 'giveaway.transaction.field.tickets',
    width: 84,
    align: 'end',
    render: ({ tickets }, formats) => formats.figure(tickets),
  },
  {
    key: 'paid',
    headerKey: 'giveaway.entry.field.paid',
    width: 100,
    align: 'end',
    render: ({ pointsPaid }, formats) => formats.figure(pointsPaid),
  },
  {
    key: 'reason',
    headerKey: 'giveaway.transaction.field.reason',
    width: 180,
    render: ({ stateReason }, formats) => (stateReason ? <span dir="auto">{stateReason}</span> : nothing(formats)),
    fullText: ({ stateReason }) => stateReason ?? null,
  },
  {
    key: 'entered',
    headerKey: 'giveaway.entry.field.entered',
    width: 140,
    align: 'end',
    sort: 'entered',
    render: ({ enteredAt }, formats) => (
      <time dateTime={enteredAt}>{ledgerWords(enteredAt, formats.timeZone, formats.locale)}</time>
    ),
    fullText: ({ enteredAt }, formats) => formatExact(new Date(enteredAt), formats),
  },
];

function phoneRow(row: Row, formats: CellFormats): ReactNode {
  return (
    <span className="bc-phone-row">
      <span className="bc-phone-main">
        <b className="bc-cell-name">
          <bdi>{accountWords(row.account)}</bdi>
        </b>
        <small>
          <span className="bc-code" dir="ltr">
            {row.account.publicNo}
          </span>
          {' · '}
          {ledgerWords(row.enteredAt, formats.timeZone, formats.locale)}
        </small>
      </span>
      <span className="bc-phone-end">
        {formats.t('giveaway.figure.tickets', { count: row.tickets, figure: formats.figure(row.tickets) })}
        <EntryStateMark status={row.state} />
      </span>
    </span>
  );
}

/** The entries of one giveaway, as a list on its page. */
export function entryList(giveawayId: string, path: string): ListDefinition<Row> {
  const within = (chosen: Readonly<Record<string, FilterValue>>) => ({
    ...filterInput(chosen),
    giveaway: { in: [giveawayId] },
  });
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
    rowHref: ({ id }, search) => {
      const params = new URLSearchParams(search);
      params.set('tab', 'entries');
      params.set(OPEN_ROW, id);
      return `${path}?${params}`;
    },
    rowLabel: ({ account }) => accountWords(account),
    rowCreatedAt: ({ enteredAt }) => enteredAt,
    phoneRow,
    source: listSource(entryDocuments, within),
    filterInput: within,
    bulk: [exportAction],
  };
}
