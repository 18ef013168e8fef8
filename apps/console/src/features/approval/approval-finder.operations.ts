import { graphql } from '../../generated/gql.ts';

/** Requests for the command palette. */
export const findApprovalsQuery = graphql(`
  query FindApprovals($search: String!, $first: Int!) {
    approvals(search: $search, first: $first) { nodes { id code action entityType title state } pageInfo { hasNextPage } matchedBy }
  }
`);
