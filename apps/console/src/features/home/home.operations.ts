import { graphql } from '../../generated/gql.ts';

/** Number of accounts and the newest of them. */
export const homeAccountsQuery = graphql(`
  query HomeAccounts {
    accounts(first: 6, sort: { key: CREATED, direction: DESC }) {
      nodes {
        id
        number
        displayName
        firebaseId
        hasPicture
        country {
          code
        }
        createdAt
      }
      count {
        kind
        value
      }
    }
  }
`);
