import { graphql } from '../../generated/gql.ts';

/** A scheduled export as its list shows it. */
graphql(`
  fragment ExportScheduleView on ExportSchedule {
    id
    name
    frequency
    day
    hour
    timeZone
    nextAt
    pauseCode
    lastJob {
      ...JobView
    }
  }
`);

/** The person's scheduled exports. */
export const exportSchedulesQuery = graphql(`
  query ExportSchedules {
    exportSchedules {
      ...ExportScheduleView
    }
  }
`);

/** Pauses or resumes one. */
export const pauseExportScheduleMutation = graphql(`
  mutation PauseExportSchedule($input: PauseExportScheduleInput!) {
    pauseExportSchedule(input: $input) {
      exportSchedules {
        ...ExportScheduleView
      }
    }
  }
`);

/** Deletes one. */
export const removeExportScheduleMutation = graphql(`
  mutation RemoveExportSchedule($input: RemoveExportScheduleInput!) {
    removeExportSchedule(input: $input) {
      exportSchedules {
        ...ExportScheduleView
      }
    }
  }
`);
