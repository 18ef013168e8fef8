import { addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, type EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { country } from './country.entity.ts';

/** Countries with all their fields, for staff who maintain them; other records show the short `Country`. */
export function addCountryRecord(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, country, { one: 'country', many: 'countryRecords' }, (t) => ({
    code: t.string({ description: 'ISO 3166-1 alpha-2; never changes.', resolve: ({ code }) => String(code) }),
  }));
  addUpdate(builder, country, 'Country', refs);
}
