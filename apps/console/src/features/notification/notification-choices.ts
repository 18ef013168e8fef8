import { useMessages } from '@backcounter/i18n/react';
import { useQuery } from '@tanstack/react-query';
import { load } from '../../lib/api/graphql-client.ts';
import { compareIn } from '../../lib/format/formats.ts';
import type { FilterOption, ListFilter } from '../../listing/list-definition.ts';
import { choicesOf } from '../../records/fields/choices.ts';
import {
  notificationAreasQuery,
  notificationBadgesQuery,
  notificationCountriesQuery,
  notificationTopicsQuery,
} from './notification.operations.ts';

const FRESH_MS = 5 * 60_000;

/** Topics in their order. */
export const topicChoices = choicesOf('topic', notificationTopicsQuery);

/** Badges for filters of the audience. */
export const badgeChoices = choicesOf('badge', notificationBadgesQuery);

/** Topics with the details that a writer needs. Archived ones are omitted unless chosen. */
export function useTopics(chosen: unknown) {
  const { locale } = useMessages();
  const topics = useQuery({
    queryKey: ['entity-choices', 'topic', locale, 'whole'],
    meta: { errorsShown: 'in-toast' },
    queryFn: async ({ signal }) => (await load(notificationTopicsQuery, { locale }, signal)).list.nodes,
    staleTime: FRESH_MS,
  });
  return (topics.data ?? []).filter(({ id, archivedAt }) => archivedAt == null || id === chosen);
}

async function countries(locale: string, signal: AbortSignal): Promise<readonly FilterOption[]> {
  const all = (await load(notificationCountriesQuery, { locale }, signal)).countries;
  const compare = compareIn(locale);
  return all
    .filter(({ isActive }) => isActive)
    .map(({ code, name }) => ({ value: code, label: name, code }))
    .sort((a, b) => compare(a.label, b.label));
}

/** Countries to filter by. */
export const countryFilterOptions: NonNullable<ListFilter['options']> = ({ locale, signal }) =>
  countries(locale, signal);

type Asked = { readonly search: string | null; readonly ids: readonly string[] | null };

/** Options that match the text or have one of the ids. The lists are short enough to be searched here. */
function matching(options: readonly FilterOption[], { search, ids }: Asked, locale: string) {
  const text = search?.toLocaleLowerCase(locale);
  return options.filter(({ value, label, code }) =>
    ids !== null
      ? ids.includes(value)
      : text === undefined ||
        label.toLocaleLowerCase(locale).includes(text) ||
        code?.toLocaleLowerCase(locale) === text,
  );
}

/** Countries for the form. */
export async function findCountries(asked: Asked, locale: string, signal: AbortSignal) {
  return matching(await countries(locale, signal), asked, locale);
}

/** Areas of the chosen countries, for the form. */
export async function findAreas(asked: Asked, countryCodes: readonly string[], locale: string, signal: AbortSignal) {
  const within = asked.ids === null && countryCodes.length > 0 ? [...countryCodes] : null;
  const { areas } = await load(notificationAreasQuery, { countryCodes: within, locale }, signal);
  const options = areas
    .filter(({ id, isActive }) => isActive || asked.ids?.includes(id))
    .map(({ id, name, countryCode }) => ({ value: id, label: `${name} (${countryCode})`, code: countryCode }));
  return matching(options, asked, locale).slice(0, 100);
}
