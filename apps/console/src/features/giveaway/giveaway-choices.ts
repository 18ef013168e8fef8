import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn, formatList, formatNumber, namesIn } from '../../lib/format/formats.ts';
import type { FilterOption, ListFilter } from '../../listing/list-definition.ts';
import { giveawayCountriesQuery, giveawayStoresQuery } from './giveaway.operations.ts';

const FRESH_MS = 5 * 60_000;
const STORES_SHOWN = 100;

async function loadCountries(locale: string, signal: AbortSignal) {
  const { countries } = await load(giveawayCountriesQuery, { locale }, signal);
  const compare = compareIn(locale);
  return [...countries].sort((a, b) => compare(a.name, b.name));
}

/** Countries to filter by. */
export const countryOptions: NonNullable<ListFilter['options']> = async ({ locale, signal }) => {
  const countries = await loadCountries(locale, signal);
  return countries.map(({ code, name }): FilterOption => ({ value: code, label: name, code }));
};

/** Sponsors to filter by. */
export const storeOptions: NonNullable<ListFilter['options']> = async ({ signal }) => {
  const { stores } = await load(giveawayStoresQuery, { search: null, first: STORES_SHOWN }, signal);
  return stores.nodes.map(({ id, name, sid }) => ({ value: id, label: name, code: sid }));
};

/** All countries by name in the language in use; empty while loading. */
export function useCountries() {
  const { locale } = useMessages();
  const countries = useQuery({
    queryKey: ['giveaway-countries', locale],
    meta: { errorsShown: 'in-toast' },
    queryFn: ({ signal }) => loadCountries(locale, signal),
    staleTime: FRESH_MS,
  });
  return countries.data ?? [];
}

/** Names of countries in the language in use: "Germany, Japan +3". */
export function countryWords(codes: readonly string[], locale: string, most = Number.POSITIVE_INFINITY): string {
  const names = namesIn(locale, { type: 'region' });
  const compare = compareIn(locale);
  const all = codes.map((code) => names.of(code) ?? code).sort(compare);
  const shown = all.slice(0, most);
  const more = all.length - shown.length;
  const list = formatList(shown, locale);
  return more > 0 ? `${list} +${formatNumber(more, locale)}` : list;
}
