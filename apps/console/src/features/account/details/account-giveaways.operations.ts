import { graphql } from '../../../generated/gql.ts';

/** Giveaways that an account has entered, newest first. */
export const accountGiveawaysQuery = graphql(`
  query AccountGiveaways($filter: AccountGiveawayFilter!, $first: Int!, $after: String, $locale: String) {
    accountGiveaways(filter: $filter, first: $first, after: $after) {
      nodes {
        id giveaway { id code title(locale: $locale) status } tickets state pointsPaid enteredAt winnerState winnerPosition prizeTitle(locale: $locale)
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

/** How many entries of an account are in each state, and how many won. */
export const accountGiveawayCountsQuery = graphql(`
  query AccountGiveawayCounts(
    $valid: AccountGiveawayFilter!, $withdrawn: AccountGiveawayFilter!, $disqualified: AccountGiveawayFilter!,
    $won: AccountGiveawayFilter!
  ) {
    VALID: accountGiveaways(first: 1, filter: $valid) { count { ...Counted } }
    WITHDRAWN: accountGiveaways(first: 1, filter: $withdrawn) { count { ...Counted } }
    DISQUALIFIED: accountGiveaways(first: 1, filter: $disqualified) { count { ...Counted } }
    won: accountGiveaways(first: 1, filter: $won) { count { ...Counted } }
  }
`);
