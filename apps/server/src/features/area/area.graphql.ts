import { LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';
import type { Area } from '../../references/reference-data.ts';

/** Most areas in one answer; a picker narrows by country or search text. */
const MAX_AREAS = 1_000;

/** Areas of countries, for pickers and filters. */
export function addArea(builder: Builder): void {
  builder.objectType('Area', {
    description: 'A part of a country, such as a state or a region.',
    fields: (t) => ({
      id: t.exposeID('id', { description: 'Its id.' }),
      code: t.exposeString('code', { description: 'Name for machines: never changes, unique.' }),
      name: t.string({
        description: 'Name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      countryCode: t.exposeString('countryCode', { description: 'Country, ISO 3166-1 alpha-2.' }),
      timezone: t.exposeString('timezone', { description: 'Time zone, such as `Europe/Berlin`.' }),
      isActive: t.exposeBoolean('isActive', { description: 'Whether accounts and stores may choose it.' }),
    }),
  });
  builder.queryField('areas', (t) =>
    t.field({
      type: ['Area'],
      description: 'At most 1,000 areas, by their names in English.',
      extensions: needs('area.read'),
      args: {
        countryCodes: t.arg.stringList({
          description: 'Only areas of these countries; null or absent: areas of all countries.',
        }),
        search: t.arg.string({ description: 'Start of a code, or part of a name in any language.' }),
      },
      resolve: async (_root, { countryCodes, search }, { services }) => {
        const { areas } = await services.referenceData.load();
        const isInCountry = matcher(countryCodes);
        const text = (search ?? '').trim().toLowerCase().slice(0, LIMITS.searchMaxLength);
        return [...areas.values()]
          .filter((area) => isInCountry(area.countryCode) && matches(area, text))
          .sort((a, b) => localName(a.names, null).localeCompare(localName(b.names, null)))
          .slice(0, MAX_AREAS);
      },
    }),
  );
}

function matcher(codes: readonly string[] | null | undefined): (code: string) => boolean {
  if (codes == null) return () => true;
  const wanted = new Set(codes);
  return (code) => wanted.has(code);
}

function matches({ code, names }: Area, text: string): boolean {
  if (text === '') return true;
  return code.toLowerCase().startsWith(text) || Object.values(names).some((name) => name.toLowerCase().includes(text));
}
