import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import type { ListFilter } from '../../listing/list-definition.ts';
import type { Choices } from '../../records/fields/choices.ts';
import { storeAreasQuery, storeCountriesQuery } from './store.operations.ts';

const FRESH_MS = 5 * 60_000;

/** Countries by name. */
export const countryChoices: Choices = {
  noun: 'country',
  load: async (locale, signal) => {
    const { countries } = await load(storeCountriesQuery, { locale }, signal);
    const compare = compareIn(locale);
    return countries
      .map(({ code, name, isActive }) => ({ value: code, label: name, isOpen: isActive }))
      .sort((a, b) => compare(a.label, b.label));
  },
};

/** Areas of the countries that are filtered by, or of all. */
export const areaOptions: NonNullable<ListFilter['options']> = async ({ locale, signal, filters }) => {
  const { country } = filters;
  const countryCodes = country?.kind === 'set' && country.mode === 'in' ? [...country.values] : null;
  const { areas } = await load(storeAreasQuery, { countryCodes, locale }, signal);
  const compare = compareIn(locale);
  return areas
    .map(({ id, name, countryCode }) => ({ value: id, label: name, code: countryCode }))
    .sort((a, b) => compare(a.label, b.label));
};

/** Areas of a country, by name. */
export function useAreas(countryCode: string | null) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['store-areas', countryCode, locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => {
      const countryCodes = countryCode === null ? null : [countryCode];
      const { areas } = await load(storeAreasQuery, { countryCodes, locale }, signal);
      const compare = compareIn(locale);
      return areas.toSorted((a, b) => compare(a.name, b.name));
    },
    enabled: countryCode !== null,
    staleTime: FRESH_MS,
  });
}
