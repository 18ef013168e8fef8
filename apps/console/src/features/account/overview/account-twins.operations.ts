import { graphql } from '../../../generated/gql.ts';

/** Other accounts that may be of the same person. */
export const accountTwinsQuery = graphql(`
  query AccountTwins($accountId: ID!) { accountTwins(accountId: $accountId) { id number displayName state score reasons } }
`);
