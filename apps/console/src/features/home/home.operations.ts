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

/** What has come since the person was last here. */
export const sinceLastLookQuery = graphql(`
  query SinceLastLook {
    sinceLastLook {
      since
      counts {
        kind
        count {
          kind
          value
        }
      }
      failed
    }
  }
`);

/** The person looks now. */
export const recordLookMutation = graphql(`
  mutation RecordLook {
    recordLook { since }
  }
`);
