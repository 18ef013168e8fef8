import { entityImport } from '../../imports/entity-import.ts';
import { store } from './store.entity.ts';

/** Stores by their sid; new ones are drafts. */
export const storeImport = entityImport(store, {
  entity: 'STORES',
  match: ['sid'],
  links: { areaId: { field: 'areaCode', table: 'area', within: 'countryCode', misplaced: 'not-in-country' } },
  canCreate: true,
  examples: {
    sid: 'LISCHI01',
    name: 'Chiado',
    countryCode: 'PT',
    areaCode: 'PT-11',
    timezone: 'Europe/Lisbon',
    addressLine: 'Rua Garrett 42',
    city: 'Lisboa',
    postalCode: '1200-204',
    contactEmail: 'chiado@example.org',
    contactPhone: '+351213456789',
    openedOn: '2019-05-04',
  },
});
