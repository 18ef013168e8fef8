import { load } from '../../lib/api/graphql-client.ts';
import { compareIn, namesIn } from '../../lib/format/formats.ts';
import type { Choices } from '../../records/fields/choices.ts';
import { accountAreasQuery, accountCountriesQuery } from './account.operations.ts';

/** Countries of accounts, by name. */
export const accountCountries: Choices = {
  noun: 'country',
  load: async (locale, signal) => {
    const { countries } = await load(accountCountriesQuery, { locale }, signal);
    const choices = countries.map(({ code, name, isActive }) => ({ value: code, label: name, isOpen: isActive }));
    return choices.sort(byLabel(locale));
  },
};

/** Areas of all countries, each after the name of its country. */
export const accountAreas: Choices = {
  noun: 'area',
  load: async (locale, signal) => {
    const regions = namesIn(locale, { type: 'region' });
    const { areas } = await load(accountAreasQuery, { countryCodes: null, locale }, signal);
    const choices = areas.map(({ id, name, countryCode, isActive }) => ({
      value: id,
      label: `${regions.of(countryCode)} · ${name}`,
      isOpen: isActive,
    }));
    return choices.sort(byLabel(locale));
  },
};

function byLabel(locale: string) {
  const compare = compareIn(locale);
  return (a: { readonly label: string }, b: { readonly label: string }) => compare(a.label, b.label);
}
