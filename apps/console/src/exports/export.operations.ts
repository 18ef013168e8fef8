import { graphql } from '../generated/gql.ts';

/** What of a list this person may export. */
export const exportOfferQuery = graphql(`
  query ExportOffer($list: ListName!) {
    exportOffer(list: $list) {
      columns
      rowsMax
    }
  }
`);

/** Starts the job that makes the file. */
export const startExportMutation = graphql(`
  mutation StartExport($input: StartExportInput!) {
    startExport(input: $input) {
      job {
        id
      }
    }
  }
`);

/** Repeats an export. */
export const createExportScheduleMutation = graphql(`
  mutation CreateExportSchedule($input: CreateExportScheduleInput!) {
    createExportSchedule(input: $input) {
      exportSchedules {
        id
      }
    }
  }
`);
