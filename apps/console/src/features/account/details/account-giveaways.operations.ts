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
