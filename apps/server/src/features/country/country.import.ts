import { entityImport } from '../../imports/entity-import.ts';
import { country } from './country.entity.ts';

/** Countries by their code; all of them are there already. */
export const countryImport = entityImport(country, {
  entity: 'COUNTRIES',
  match: ['code'],
  links: {},
  canCreate: false,
  given: { code: 'DE' },
});
