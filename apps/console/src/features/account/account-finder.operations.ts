import { graphql } from '../../generated/gql.ts';

/** The best accounts for a search text. */
export const findAccountsQuery = graphql(`
  query FindAccounts($search: String!, $first: Int!, $locale: String) {
    accounts(first: $first, search: $search) {
      nodes {
        id
        number
        displayName
        firebaseId
        hasPicture
        state
        matchedOn
        country {
          code
          name(locale: $locale)
        }
      }
      pageInfo {
        hasNextPage
      }
      matchedBy
    }
  }
`);
