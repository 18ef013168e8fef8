import { graphql } from '../../generated/gql.ts';
import '../../records/entity.operations.ts';

graphql(
  `fragment AuditFacts on AuditEvent { id occurredAt actor { sub name } actorRoles action outcome reason requestId events }`,
);

/** One page of the audit trail. */
export const auditListQuery = graphql(`
  query AuditList(
    $first: Int
    $after: String
    $last: Int
    $before: String
    $filter: AuditFilter
    $sort: AuditSort
    $search: String
    $startAt: ListStart
    $locale: String
  ) {
    list: auditEvents(
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
        ...AuditFacts
        record {
          kind
          id
          parentId
          name(locale: $locale)
        }
      }
      pageInfo {
        ...Ends
      }
      matchedBy
    }
  }
`);

/** How many events match. */
export const auditCountQuery = graphql(`
  query AuditCount($filter: AuditFilter, $search: String) {
    list: auditEvents(first: 1, filter: $filter, search: $search) {
      count {
        ...Counted
      }
    }
  }
`);

/** One event with what it changed. */
export const auditEventQuery = graphql(`
  query AuditEvent($id: ID!, $occurredAt: DateTime!, $locale: String) {
    auditEvent(id: $id, occurredAt: $occurredAt) {
      ...AuditFacts
      address
      record {
        kind
        id
        parentId
        name(locale: $locale)
      }
      changes {
        field
        before
        after
        isMasked
        names
      }
    }
  }
`);

/** Who occurs in the trail. */
export const auditPeopleQuery = graphql(`
  query AuditPeople {
    auditPeople {
      sub
      name
    }
  }
`);

/** The latest changes of a field. */
export const auditValuesQuery = graphql(`
  query AuditValues($filter: AuditFilter) {
    auditEvents(first: 100, filter: $filter) {
      nodes {
        changes {
          field
          before
          after
          names
        }
      }
    }
  }
`);
