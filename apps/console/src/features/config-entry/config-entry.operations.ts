import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment ConfigEntryRow on ConfigEntry { id version key description valueType value defaultValue isDefault unit minValue maxValue allowedValues isPublic updatedAt }
`);

/** Documents of settings. */
export const configEntryDocuments = {
  page: graphql(`
    query ConfigEntryPage($first: Int, $after: String, $last: Int, $before: String, $filter: ConfigEntryFilter, $sort: ConfigEntrySort, $search: String, $startAt: ListStart) {
      list: configEntries(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...ConfigEntryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query ConfigEntryCount($filter: ConfigEntryFilter, $search: String) { list: configEntries(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query ConfigEntryRecord($id: ID!) { record: configEntry(id: $id) { ...ConfigEntryRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query ConfigEntryHistory($id: ID!, $first: Int!, $after: String) { record: configEntry(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  update: graphql(`
    mutation UpdateConfigEntry($input: UpdateConfigEntryInput!) { saved: updateConfigEntry(input: $input) { record: configEntry { id version } } }
  `),
  reset: graphql(`
    mutation ResetConfigEntry($input: ResetConfigEntryInput!) { saved: resetConfigEntry(input: $input) { record: configEntry { id version } } }
  `),
};
