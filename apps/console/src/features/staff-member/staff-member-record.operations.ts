// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StaffMemberFields on StaffMember { name email roles adminUrl preferredLanguageKey }
`);

/** Documents of the staff member for the kit of records. */
export const staffMemberDocuments = {
  page: graphql(`
    query StaffMemberPage($first: Int, $after: String, $last: Int, $before: String, $filter: StaffMemberFilter, $sort: StaffMemberSort, $search: String, $startAt: ListStart) {
      list: staffMembers(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...StaffMemberRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query StaffMemberCount($filter: StaffMemberFilter, $search: String) { list: staffMembers(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query StaffMemberRecord($id: ID!) { record: staffMember(id: $id) { ...StaffMemberRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query StaffMemberHistory($id: ID!, $first: Int!, $after: String) { record: staffMember(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  update: graphql(`
    mutation UpdateStaffMember($input: UpdateStaffMemberInput!) { saved: updateStaffMember(input: $input) { record: staffMember { id version } } }
  `),
};
