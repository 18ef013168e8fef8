import { graphql } from '../../generated/gql.ts';

/** Giveaways for the command palette. */
export const findGiveawaysQuery = graphql(`
  query FindGiveaways($search: String!, $first: Int!, $locale: String) {
    giveaways(search: $search, first: $first) { nodes { id code title(locale: $locale) status } pageInfo { hasNextPage } matchedBy }
  }
`);
