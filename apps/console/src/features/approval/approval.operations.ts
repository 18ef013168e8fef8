import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment ApprovalRow on ApprovalRequest { id code action operation state title value fields { key before after } figures { key value } requestedBy { sub name } requestedAt expiresAt decidedBy { name } decidedAt }
  fragment ApprovalRecord on ApprovalRequest {
    ...ApprovalRow entityType entityId limit note decisionNote failure contentHash isUnchanged mayDecide decideRefusal mayCancel
    comments { id text author { sub name } createdAt }
    history(first: 20) { nodes { id action occurredAt actor { name } } }
    deciders { name isYou hasSecondFactor }
  }
`);

export const approvalListQuery = graphql(`
  query ApprovalList($first: Int, $after: String, $last: Int, $before: String, $filter: ApprovalFilter, $sort: ApprovalSort, $search: String, $startAt: ListStart) {
    list: approvals(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
      nodes { ...ApprovalRow } pageInfo { ...Ends } matchedBy
    }
  }
`);

export const approvalCountQuery = graphql(`
  query ApprovalCount($filter: ApprovalFilter, $search: String) { list: approvals(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
`);

export const approvalNewsSubscription = graphql(`
  subscription ApprovalNews($since: DateTime!, $filter: ApprovalFilter, $search: String) {
    approvalsCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);

/** Pending requests, the next to expire first. */
export const openApprovalsQuery = graphql(`
  query OpenApprovals { approvals(first: 100, filter: { state: { in: [PENDING] } }, sort: { key: EXPIRES, direction: ASC }) { nodes { id expiresAt requestedBy { sub } } } }
`);

export const approvalQuery = graphql(`query Approval($id: ID!) { approval(id: $id) { ...ApprovalRecord } }`);

export const approveRequestMutation = graphql(`
  mutation ApproveRequest($input: ApproveRequestInput!) { saved: approveRequest(input: $input) { approval { ...ApprovalRecord } } }
`);

export const declineRequestMutation = graphql(`
  mutation DeclineRequest($input: DeclineRequestInput!) { saved: declineRequest(input: $input) { approval { ...ApprovalRecord } } }
`);

export const cancelRequestMutation = graphql(`
  mutation CancelRequest($input: CancelRequestInput!) { saved: cancelRequest(input: $input) { approval { ...ApprovalRecord } } }
`);

export const commentOnRequestMutation = graphql(`
  mutation CommentOnRequest($input: CommentOnRequestInput!) { saved: commentOnRequest(input: $input) { approval { ...ApprovalRecord } } }
`);

export const approvalRulesQuery = graphql(
  `query ApprovalRules { approvalRules { action isOn limit unit refusal version } }`,
);

export const saveApprovalRuleMutation = graphql(`
  mutation SaveApprovalRule($input: SaveApprovalRuleInput!) { saveApprovalRule(input: $input) { approvalRules { action isOn } } }
`);
