import { graphql } from '../../../generated/gql.ts';

/** Codes that an account has used, newest first. */
export const accountRedemptionsQuery = graphql(`
  query AccountRedemptions($filter: AccountRedemptionFilter!, $first: Int!, $after: String) {
    accountRedemptions(filter: $filter, first: $first, after: $after) {
      nodes {
        id state isLapsed codeLast4 campaign { id code name } store { id name } discountMinor currency points reservedAt reservedUntil confirmedAt rolledBackAt rollbackReason
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);
