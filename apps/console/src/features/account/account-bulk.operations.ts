import { graphql } from '../../generated/gql.ts';

/** What an action would do with the selected accounts. */
export const accountBulkPreviewQuery = graphql(`
  query AccountBulkPreview($selection: AccountSelection!, $action: AccountBulkAction!) {
    previewAccountBulk(selection: $selection, action: $action) {
      upTo
      kind
      total
      groups {
        outcome
        reason
        count
        samples {
          id
          number
          displayName
        }
      }
    }
  }
`);

/** Starts the job. */
export const startAccountBulkMutation = graphql(`
  mutation StartAccountBulk($input: StartAccountBulkInput!) {
    startAccountBulk(input: $input) {
      id
    }
  }
`);
