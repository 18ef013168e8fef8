import { graphql } from '../generated/gql.ts';

/** The best areas, countries and settings for a search text; what is archived is found in its list. */
export const findPlacesAndSettingsQuery = graphql(`
  query FindPlacesAndSettings($search: String!, $first: Int!, $locale: String) {
    areas: areaRecords(first: $first, search: $search, filter: { archived: false }) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
    countries: countryRecords(first: $first, search: $search) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
    configEntries(first: $first, search: $search) {
      nodes { id key }
      pageInfo { hasNextPage }
    }
  }
`);

/** The best of what people are notified about and awarded. */
export const findTopicsAndBadgesQuery = graphql(`
  query FindTopicsAndBadges($search: String!, $first: Int!, $locale: String) {
    topics(first: $first, search: $search, filter: { archived: false }) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
    topicCategories(first: $first, search: $search, filter: { archived: false }) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
    badges(first: $first, search: $search) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
    badgeCategories(first: $first, search: $search, filter: { archived: false }) {
      nodes { id code name(locale: $locale) }
      pageInfo { hasNextPage }
    }
  }
`);
