import { graphql } from '../../generated/gql.ts';

/** Notifications for the command palette. */
export const findNotificationsQuery = graphql(`
  query FindNotifications($search: String!, $first: Int!, $locale: String) {
    notifications(search: $search, first: $first) { nodes { id title(locale: $locale) state topic { name(locale: $locale) } } pageInfo { hasNextPage } matchedBy }
  }
`);
