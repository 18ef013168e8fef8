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

/** How many notifications of an account are in each group of states. */
export const accountNotificationCountsQuery = graphql(`
  query AccountNotificationCounts(
    $opened: AccountNotificationFilter!, $delivered: AccountNotificationFilter!,
    $failed: AccountNotificationFilter!, $unsent: AccountNotificationFilter!
  ) {
    opened: accountNotifications(first: 1, filter: $opened) { count { ...Counted } }
    delivered: accountNotifications(first: 1, filter: $delivered) { count { ...Counted } }
    failed: accountNotifications(first: 1, filter: $failed) { count { ...Counted } }
    unsent: accountNotifications(first: 1, filter: $unsent) { count { ...Counted } }
  }
`);
