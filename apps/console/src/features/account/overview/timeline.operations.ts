import { graphql } from '../../../generated/gql.ts';

/** How many events of each kind an account has, besides points, badges and notes. */
export const accountEventCountsQuery = graphql(`
  query AccountEventCounts(
    $id: ID!, $notifications: AccountNotificationFilter!, $opened: AccountNotificationFilter!,
    $giveaways: AccountGiveawayFilter!, $coupons: AccountRedemptionFilter!, $shownElsewhere: [String!]!
  ) {
    notifications: accountNotifications(first: 1, filter: $notifications) { count { ...Counted } }
    opened: accountNotifications(first: 1, filter: $opened) { count { ...Counted } }
    giveaways: accountGiveaways(first: 1, filter: $giveaways) { count { ...Counted } }
    coupons: accountRedemptions(first: 1, filter: $coupons) { count { ...Counted } }
    account(id: $id) { id history(first: 1, without: $shownElsewhere) { count { ...Counted } } }
  }
`);
