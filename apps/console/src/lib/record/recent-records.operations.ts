import { graphql } from '../../generated/gql.ts';

/** Records that the person has opened, in any browser. */
export const recentRecordsQuery = graphql(`
  query RecentRecords($locale: String!) {
    recentRecords {
      kind
      id
      name(locale: $locale)
    }
  }
`);

/** Puts one before the others. */
export const noteRecentRecordMutation = graphql(`
  mutation NoteRecentRecord($input: NoteRecentRecordInput!, $locale: String!) {
    noteRecentRecord(input: $input) {
      recentRecords {
        kind
        id
        name(locale: $locale)
      }
    }
  }
`);
