import { entityImport } from '../../imports/entity-import.ts';
import { country } from './country.entity.ts';

/** Imports countries by code; all of them exist already. */
export const countryImport = entityImport(country, {
  entity: 'COUNTRIES',
  match: ['code'],
  links: {},
  canCreate: false,
  given: { code: 'DE' },
});
