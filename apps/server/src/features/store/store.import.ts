import { entityImport } from '../../imports/entity-import.ts';
import { store } from './store.entity.ts';

/** Imports stores by sid; new ones are drafts. */
export const storeImport = entityImport(store, {
  entity: 'STORES',
  match: ['sid'],
  links: { areaId: { field: 'areaCode', table: 'area', within: 'countryCode', misplaced: 'not-in-country' } },
  canCreate: true,
});
