import { graphql } from '../../../generated/gql.ts';

export const requestApprovalMutation = graphql(`
  mutation RequestApproval($input: RequestApprovalInput!) { requestApproval(input: $input) { approval { id code } } }
`);
