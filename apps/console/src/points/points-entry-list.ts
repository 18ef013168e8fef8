import { POINTS_TRANSFER_CODES, type PointsTransferCode } from '@backcounter/domain';
import type { PointsEntryFilter } from '../generated/graphql.ts';
import { ledgerWords } from '../lib/format/zoned-words.ts';
import { beside } from '../listing/address/beside.ts';
import { chosenInput, flagInput, instantInput, numberInput, setInput } from '../listing/filter/filter-input.ts';
import type { FilterValue } from '../listing/filter/filter-value.ts';
import type { ListDefinition, ListFilter } from '../listing/list-definition.ts';
import { listSource } from '../listing/list-source.ts';
import { pointsEntriesQuery, pointsEntryCountQuery } from './points.operations.ts';
import { pointsEntryColumns, pointsPhoneRow } from './points-entry-columns.tsx';
import { type PointsLine, signedPoints } from './points-words.ts';

/** Name of the list in preferences and in the cache. */
export const POINTS_ENTRY_LIST = 'points-entries';
/** Parameter of the entry that is open beside the list: its transfer, or its number. */
export const OPEN_ENTRY = 'open';

const isCode = (text: string): text is PointsTransferCode =>
  (POINTS_TRANSFER_CODES as readonly string[]).includes(text);

const filters: readonly ListFilter[] = [
  { key: 'recorded', labelKey: 'points.filter.period', shape: 'instant' },
  {
    key: 'code',
    labelKey: 'points.field.kind',
    shape: 'set',
    options: ({ t }) =>
      Promise.resolve(POINTS_TRANSFER_CODES.map((value) => ({ value, label: t(`points.kind.${value}`) }))),
  },
  { key: 'isCredit', labelKey: 'points.filter.in', shape: 'flag' },
  { key: 'amount', labelKey: 'points.field.amount', shape: 'number' },
  { key: 'reference', labelKey: 'points.field.reference', shape: 'text' },
];

/** The selected filters as API input, within one wallet. */
function entryFilter(walletId: string, chosen: Readonly<Record<string, FilterValue>>): PointsEntryFilter {
  const { reference } = chosen;
  return chosenInput({
    wallet: { in: [walletId] },
    recorded: instantInput(chosen['recorded']),
    code: setInput(chosen['code'], (text) => (isCode(text) ? text : null)),
    isCredit: flagInput(chosen['isCredit']),
    amount: numberInput(chosen['amount']),
    reference: reference?.kind === 'text' ? { in: [reference.text.trim()] } : undefined,
  }) as PointsEntryFilter;
}

/** The entries of one wallet, as a list on the page of its owner. */
export function pointsEntryList(walletId: string, path: string): ListDefinition<PointsLine> {
  const filterOf = (chosen: Readonly<Record<string, FilterValue>>) => entryFilter(walletId, chosen);
  return {
    name: POINTS_ENTRY_LIST,
    scope: walletId,
    capability: 'POINTS_ENTRIES',
    titleKey: 'points.list.title',
    searchHintKey: () => 'points.search.hint',
    emptyKey: 'points.place.none',
    emptyBodyKey: 'points.place.none-body',
    columns: pointsEntryColumns,
    filters,
    sorts: { recorded: 'RECORDED' },
    matchKey: (matchedBy) => {
      switch (matchedBy) {
        case 'ID':
          return 'points.match.transfer';
        case 'NUMBER':
          return 'points.match.number';
        default:
          return null;
      }
    },
    rowId: ({ id }) => id,
    rowHref: ({ transferId }, search) => beside(path, search, { [OPEN_ENTRY]: transferId }),
    rowLabel: ({ code, delta, recordedAt }, formats) =>
      `${formats.t(`points.kind.${code}`)} ${signedPoints(delta, formats.locale)} ${ledgerWords(recordedAt, formats.timeZone, formats.locale)}`,
    phoneRow: pointsPhoneRow,
    filterInput: filterOf,
    rowCreatedAt: ({ recordedAt }) => recordedAt,
    source: listSource({ page: pointsEntriesQuery, count: pointsEntryCountQuery }, filterOf),
  };
}
