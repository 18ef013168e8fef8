import { graphql } from '../../generated/gql.ts';

/** Finds the records of pasted entries, and keeps their ids for a day. */
export const pasteSelectionMutation = graphql(`
  mutation PasteSelection($input: PasteSelectionInput!) {
    pasteSelection(input: $input) {
      pastedSelection { id }
      unknownAt
      repeatedAt
    }
  }
`);

/** What is kept of a paste; null for other people and after its end. */
export const pastedSelectionQuery = graphql(`
  query PastedSelection($id: ID!) {
    pastedSelection(id: $id) {
      foundBy { match found }
      unknown
      repeated
      expiresAt
    }
  }
`);
