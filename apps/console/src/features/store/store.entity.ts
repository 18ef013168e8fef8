import { STORE_STATES, storeRecord } from '@backcounter/domain';
import type { StoreRowFragment } from '../../generated/graphql.ts';
import { choiceFilter, valueFilter } from '../../records/entity-columns.tsx';
import { defineEntity } from '../../records/entity-definition.ts';
import { storeColumns, storePhoneRow } from './store-columns.tsx';
import { DRAWN_FIELDS, StoreFields } from './store-fields.tsx';
import { areaOptions, countryChoices } from './store-places.ts';
import { storeDocuments as documents } from './store-record.operations.ts';
import { StoreStateMark } from './store-state.tsx';
import { STORE_FIELDS, storeWords } from './store-words.ts';

/** The entity of stores. */
export const stores = defineEntity<StoreRowFragment, typeof storeRecord.fields>({
  record: storeRecord,
  path: '/stores',
  list: {
    name: 'stores',
    capability: 'STORES',
    titleKey: 'shell.page.stores',
    searchHintKey: () => 'store.search.hint',
    emptyKey: 'store.place.none',
    emptyBodyKey: 'store.place.none-body',
    columns: storeColumns,
    filters: [
      valueFilter('state', 'store.field.state', STORE_STATES, (state) => `store.state.${state}`),
      choiceFilter('country', 'store.field.countryCode', countryChoices),
      { key: 'area', labelKey: 'store.field.areaId', shape: 'set', options: areaOptions, dependsOn: 'country' },
      { key: 'online', labelKey: 'store.field.online', shape: 'flag' },
      { key: 'balance', labelKey: 'store.field.balance', shape: 'number' },
      { key: 'opened', labelKey: 'store.field.openedOn', shape: 'instant', mayBeEmpty: true },
      { key: 'created', labelKey: 'store.field.created', shape: 'instant' },
      { key: 'pasted', labelKey: 'listing.filter.pasted', shape: 'set' },
    ],
    sorts: {
      name: 'NAME',
      sid: 'SID',
      city: 'CITY',
      balance: 'BALANCE',
      opened: 'OPENED',
      created: 'CREATED',
      changed: 'UPDATED',
    },
    phoneRow: storePhoneRow,
  },
  documents,
  nameOf: ({ name }) => name,
  fields: STORE_FIELDS,
  wordsOf: storeWords.wordsOf,
  Fields: StoreFields,
  drawn: DRAWN_FIELDS,
  State: StoreStateMark,
  creation: {
    titleKey: 'store.new.title',
    document: documents.create,
  },
});
