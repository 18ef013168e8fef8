import { addArchive, addCreate, addUpdate } from '../../crud/mutation.graphql.ts';
import { addEntity, archivedAt, type EntityTypes } from '../../crud/record.graphql.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import { area } from './area.entity.ts';

/** Areas with all their fields, for staff who maintain them; other records show the short `Area`. */
export function addAreaRecord(builder: Builder, shared: EntityTypes): void {
  const refs = addEntity(builder, shared, area, { one: 'area', many: 'areaRecords' }, (t) => ({
    archivedAt: archivedAt(t),
    country: t.field({
      type: 'Country',
      description: 'Country of the area.',
      resolve: async ({ countryCode }, _args, { services }) => {
        const code = String(countryCode);
        const found = (await services.referenceData.load()).countries.get(code);
        return found ?? (await services.referenceData.load(true)).countries.get(code) ?? missing(code);
      },
    }),
  }));
  addCreate(builder, area, 'Area', refs);
  addUpdate(builder, area, 'Area', refs);
  addArchive(builder, area, 'Area', refs);
}

function missing(code: string): never {
  throw new Error(`Unknown country ${code}.`);
}
