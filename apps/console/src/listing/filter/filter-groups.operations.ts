import { graphql } from '../../generated/gql.ts';

/** Rows of a list by the values of one of its filters. */
export const listGroupsQuery = graphql(`
  query ListGroups($list: ListName!, $by: String!, $filter: JSON, $search: String) {
    listGroups(list: $list, by: $by, filter: $filter, search: $search) {
      value
      rows
    }
  }
`);
