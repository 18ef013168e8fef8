import { needs } from '../../graphql/authorise.ts';
import { localeArg, localName } from '../../graphql/schema/arguments.ts';
import type { Builder } from '../../graphql/schema/builder.ts';

/** Countries, for pickers and filters. */
export function addCountry(builder: Builder): void {
  builder.objectType('Country', {
    description: 'A country of ISO 3166-1.',
    fields: (t) => ({
      code: t.exposeString('code', { description: 'ISO 3166-1 alpha-2.' }),
      name: t.string({
        description: 'Name in one language.',
        args: { locale: localeArg(t) },
        resolve: ({ names }, { locale }) => localName(names, locale),
      }),
      currency: t.exposeString('currency', { description: 'Currency, ISO 4217.' }),
      defaultTimezone: t.exposeString('defaultTimezone', {
        description: 'Time zone of new records, such as `Europe/Berlin`.',
      }),
      defaultLocale: t.exposeString('defaultLocale', { description: 'Language of new records, such as `de-DE`.' }),
      isActive: t.exposeBoolean('isActive', { description: 'Whether the company does business there.' }),
    }),
  });
  builder.queryField('countries', (t) =>
    t.field({
      type: ['Country'],
      description: 'All countries, by their names in English.',
      extensions: needs('country.read'),
      resolve: async (_root, _args, { services }) => {
        const { countries } = await services.referenceData.load();
        return [...countries.values()].sort((a, b) => localName(a.names, null).localeCompare(localName(b.names, null)));
      },
    }),
  );
}
