import { graphql } from '../../generated/gql.ts';

/** Finds the records of pasted entries, and keeps their ids for a day. */
export const pasteSelectionMutation = graphql(`
  mutation PasteSelection($input: PasteSelectionInput!) {
    pasteSelection(input: $input) {
      pastedSelection { id }
      within
      recordIds
    }
  }
`);

/** The kept part of a paste; null for another person and after its end. */
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

/** The keys in an uploaded file. */
export const readPastedFileMutation = graphql(`
  mutation ReadPastedFile($input: ReadPastedFileInput!) {
    readPastedFile(input: $input) { entries }
  }
`);
