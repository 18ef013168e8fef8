import { graphql } from '../../generated/gql.ts';
import '../../records/entity.operations.ts';

/** One page of jobs. */
export const jobListQuery = graphql(`
  query JobList(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: JobFilter
    $sort: JobSort
    $search: String
    $startAt: ListStart
  ) {
    list: jobs(
      first: $first
      after: $after
      last: $last
      before: $before
      filter: $filter
      sort: $sort
      search: $search
      startAt: $startAt
    ) {
      nodes {
        ...JobView
      }
      pageInfo {
        ...Ends
      }
      matchedBy
    }
  }
`);

/** How many jobs match. */
export const jobCountQuery = graphql(`
  query JobCount($filter: JobFilter, $search: String) {
    list: jobs(first: 1, filter: $filter, search: $search) {
      count {
        ...Counted
      }
    }
  }
`);

/** Jobs of a page, whenever one of them changes. */
export const jobsChanged = graphql(`
  subscription JobsChanged($ids: [ID!]!) {
    jobsChanged(ids: $ids) {
      ...JobView
    }
  }
`);

/** One job with the reference id of its audit rows. */
export const jobQuery = graphql(`
  query Job($id: ID!) {
    job(id: $id) {
      ...JobView
      requestId
    }
  }
`);

/** Forecast of undoing a job. */
export const undoPreviewQuery = graphql(`
  query UndoPreview($id: ID!, $restoresChanged: Boolean!) {
    previewUndoJob(id: $id, restoresChanged: $restoresChanged) {
      upTo
      kind
      total
      groups {
        reason
        count
        samples {
          id
          label
        }
      }
    }
  }
`);

/** Starts the job that undoes another. */
export const undoJobMutation = graphql(`
  mutation UndoJob($input: UndoJobInput!) {
    undoJob(input: $input) {
      job {
        ...JobView
      }
    }
  }
`);

/** The first records that a job left out or failed on. */
export const jobProblemsQuery = graphql(`
  query JobProblems($id: ID!, $first: Int!) {
    jobProblems(id: $id, first: $first) {
      recordId
      label
      outcome
      reason
    }
  }
`);

/** How many jobs of others that match are new since an instant. */
export const jobNewsSubscription = graphql(`
  subscription JobNews($since: DateTime!, $filter: JobFilter, $search: String) {
    jobsCreated(since: $since, filter: $filter, search: $search) {
      kind
      value
      countedAt
    }
  }
`);
