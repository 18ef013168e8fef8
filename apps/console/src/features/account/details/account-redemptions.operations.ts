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

/** How many uses of codes by an account are in each state. */
export const accountRedemptionCountsQuery = graphql(`
  query AccountRedemptionCounts(
    $reserved: AccountRedemptionFilter!, $confirmed: AccountRedemptionFilter!, $released: AccountRedemptionFilter!,
    $rolledBack: AccountRedemptionFilter!
  ) {
    RESERVED: accountRedemptions(first: 1, filter: $reserved) { count { ...Counted } }
    CONFIRMED: accountRedemptions(first: 1, filter: $confirmed) { count { ...Counted } }
    RELEASED: accountRedemptions(first: 1, filter: $released) { count { ...Counted } }
    ROLLED_BACK: accountRedemptions(first: 1, filter: $rolledBack) { count { ...Counted } }
  }
`);
