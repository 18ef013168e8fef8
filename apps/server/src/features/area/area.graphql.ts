import { LIMITS } from '@backcounter/domain';
import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { type Area, localName } from '../../graphql/reference-data.ts';

/** A picker shows no more than this; it narrows by country or by typing. */
const MAX_AREAS = 1_000;

/** Areas of countries, for pickers and filters. */
export function addArea(builder: Builder): void {
  builder.objectType('Area', {
    fields: (t) => ({
      id: t.exposeID('id'),
      code: t.exposeString('code'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      countryCode: t.exposeString('countryCode'),
      timezone: t.exposeString('timezone'),
      isActive: t.exposeBoolean('isActive'),
    }),
  });
  builder.queryField('areas', (t) =>
    t.field({
      type: ['Area'],
      extensions: needs('area.read'),
      args: { countryCodes: t.arg.stringList(), search: t.arg.string() },
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
