import { graphql } from '../../generated/gql.ts';

/** Number of requests that wait for this person. */
export const approvalsToDecideQuery = graphql(`query ApprovalsToDecide { approvalsToDecide }`);

/** The pending request about a record. */
export const pendingApprovalQuery = graphql(`
  query PendingApproval($id: String!) { approvals(first: 1, filter: { state: { in: [PENDING] }, entity: { in: [$id] } }) { nodes { id expiresAt } } }
`);
