import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../../lib/api/graphql-client.ts';
import type { FilterOption } from '../../../listing/list-definition.ts';
import { dashboardAreasQuery, dashboardCountriesQuery } from '../dashboard.operations.ts';

const FRESH_MS = 5 * 60_000;

function sorted(options: readonly FilterOption[], locale: string): readonly FilterOption[] {
  const { compare } = new Intl.Collator(locale);
  return options.toSorted((a, b) => compare(a.label, b.label));
}

/** Countries to filter by. */
export function useDashboardCountries(isWanted: boolean) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['dashboard-countries', locale],
    queryFn: async ({ signal }) => {
      const { countries } = await load(dashboardCountriesQuery, { locale }, signal);
      return sorted(
        countries.map(({ code, name }) => ({ value: code, label: name, code })),
        locale,
      );
    },
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
}

/** Areas to filter by: of these countries, or of all. */
export function useDashboardAreas(countries: readonly string[], isWanted: boolean) {
  const { locale } = useMessages();
  const countryCodes = countries.length === 0 ? null : [...countries];
  return useQuery({
    queryKey: ['dashboard-areas', countryCodes, locale],
    queryFn: async ({ signal }) => {
      const { areas } = await load(dashboardAreasQuery, { countryCodes, locale }, signal);
      return sorted(
        areas.map(({ id, name, countryCode }) => ({ value: id, label: name, code: countryCode })),
        locale,
      );
    },
    enabled: isWanted,
    staleTime: FRESH_MS,
  });
}
