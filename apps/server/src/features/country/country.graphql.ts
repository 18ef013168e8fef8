import { needs } from '../../graphql/authorise.ts';
import type { Builder } from '../../graphql/builder.ts';
import { localName } from '../../graphql/reference-data.ts';

/** Countries, for pickers and filters. */
export function addCountry(builder: Builder): void {
  builder.objectType('Country', {
    fields: (t) => ({
      code: t.exposeString('code'),
      name: t.string({
        args: { locale: t.arg.string() },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      currency: t.exposeString('currency'),
      defaultTimezone: t.exposeString('defaultTimezone'),
      defaultLocale: t.exposeString('defaultLocale'),
      isActive: t.exposeBoolean('isActive'),
    }),
  });
  builder.queryField('countries', (t) =>
    t.field({
      type: ['Country'],
      extensions: needs('country.read'),
      resolve: async (_root, _args, { services }) => {
        const { countries } = await services.referenceData.load();
        return [...countries.values()].sort((a, b) => localName(a.names, null).localeCompare(localName(b.names, null)));
      },
    }),
  );
}
