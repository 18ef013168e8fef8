import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { namesIn } from '../../lib/format/formats.ts';
import type { ListFilter } from '../../listing/list-definition.ts';
import {
  campaignAreasQuery,
  campaignCurrenciesQuery,
  campaignStoresQuery,
  campaignStreamersQuery,
} from './campaign.operations.ts';

const FRESH_MS = 5 * 60_000;

/** Partners to filter by. */
export const streamerOptions: NonNullable<ListFilter['options']> = async ({ signal }) => {
  const { streamers } = await load(campaignStreamersQuery, {}, signal);
  return streamers.nodes.map(({ id, displayName }) => ({ value: id, label: displayName }));
};

/** Stores to filter by. */
export const storeOptions: NonNullable<ListFilter['options']> = async ({ signal }) => {
  const all = await load(campaignStoresQuery, { search: null, currency: null, ids: null }, signal);
  return all.campaignStoreChoices.map(({ id, name, sid }) => ({ value: id, label: name, code: sid }));
};

/** Areas to filter by. */
export const areaOptions: NonNullable<ListFilter['options']> = async ({ signal, locale }) => {
  const all = await load(campaignAreasQuery, { search: null, currency: null, ids: null, locale }, signal);
  return all.campaignAreaChoices.map(({ id, name, code }) => ({ value: id, label: name, code }));
};

/** Currencies of countries with stores, by name. */
export function useCurrencies(): readonly { readonly value: string; readonly label: string }[] {
  const { locale } = useMessages();
  const names = namesIn(locale, { type: 'currency' });
  const currencies = useQuery({
    queryKey: ['campaign-currencies'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(campaignCurrenciesQuery, {}, signal)).campaignCurrencies,
    staleTime: FRESH_MS,
  });
  return (currencies.data ?? []).map(({ code }) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}

/** All partners, for pickers. */
export function useStreamers() {
  const streamers = useQuery({
    queryKey: ['entity-choices', 'streamer'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(campaignStreamersQuery, {}, signal)).streamers.nodes,
    staleTime: FRESH_MS,
  });
  return streamers.data ?? [];
}
