import { graphql } from '../generated/gql.ts';

/** A job as the tray and lists show it. */
graphql(`
  fragment JobView on Job {
    id
    kind
    state
    done
    total
    outcomes {
      outcome
      reason
      count
    }
    summary
    requester {
      sub
      name
    }
    errorCode
    retryOfId
    isCancelRequested
    canCancel
    canRetry
    canUndo
    result {
      rows
      expiresAt
    }
    createdAt
    startedAt
    finishedAt
  }
`);

/** One's own jobs that go on or ended within a day. */
export const myJobsQuery = graphql(`
  query MyJobs {
    myJobs {
      ...JobView
    }
  }
`);

/** The same, whenever one of them changes. */
export const myJobsChanged = graphql(`
  subscription MyJobsChanged {
    myJobsChanged {
      ...JobView
    }
  }
`);

/** A new link to the file of a job; links are good for five minutes. */
export const jobLinkQuery = graphql(`
  query JobLink($id: ID!) {
    job(id: $id) {
      result {
        url
      }
    }
  }
`);

/** Ends a job after its present batch. */
export const cancelJobMutation = graphql(`
  mutation CancelJob($input: CancelJobInput!) {
    cancelJob(input: $input) {
      job {
        ...JobView
      }
    }
  }
`);

/** Goes on with a job that stopped, or tries again what failed. */
export const retryJobMutation = graphql(`
  mutation RetryJob($input: RetryJobInput!) {
    retryJob(input: $input) {
      job {
        ...JobView
      }
    }
  }
`);
