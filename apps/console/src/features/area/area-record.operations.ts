// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment AreaRecordFields on AreaRecord { countryCode code nameI18n timezone isActive }
`);

/** Documents of the area for the kit of records. */
export const areaDocuments = {
  page: graphql(`
    query AreaPage($first: Int, $after: String, $last: Int, $before: String, $filter: AreaRecordFilter, $sort: AreaRecordSort, $search: String, $startAt: ListStart, $locale: String) {
      list: areaRecords(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...AreaRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query AreaCount($filter: AreaRecordFilter, $search: String) { list: areaRecords(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query AreaRecord($id: ID!, $locale: String) { record: area(id: $id) { ...AreaRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query AreaHistory($id: ID!, $first: Int!, $after: String) { record: area(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateArea($input: CreateAreaInput!) { saved: createArea(input: $input) { record: area { id version } } }
  `),
  update: graphql(`
    mutation UpdateArea($input: UpdateAreaInput!) { saved: updateArea(input: $input) { record: area { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveArea($input: ArchiveAreaInput!) { saved: archiveArea(input: $input) { record: area { id version } } }
  `),
  restore: graphql(`
    mutation RestoreArea($input: RestoreAreaInput!) { saved: restoreArea(input: $input) { record: area { id version } } }
  `),
};
