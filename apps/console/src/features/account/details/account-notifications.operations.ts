import { graphql } from '../../../generated/gql.ts';

/** Notifications that went to an account, newest first. */
export const accountNotificationsQuery = graphql(`
  query AccountNotifications($filter: AccountNotificationFilter!, $first: Int!, $after: String, $locale: String) {
    accountNotifications(filter: $filter, first: $first, after: $after) {
      nodes {
        id state reason devices notBefore sentAt receivedAt openedAt
        notification { id title(locale: $locale) } topic { name(locale: $locale) }
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
