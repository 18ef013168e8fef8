import { entityImport } from '../../imports/entity-import.ts';
import { area } from './area.entity.ts';

/** Imports areas by country and code. */
export const areaImport = entityImport(area, {
  entity: 'AREAS',
  match: ['countryCode', 'code'],
  links: {},
  canCreate: true,
});
