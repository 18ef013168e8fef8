// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment CountryRecordFields on CountryRecord { nameI18n currency dialCode defaultTimezone defaultLocale minAge isActive }
`);

/** Documents of the country for the kit of records. */
export const countryDocuments = {
  page: graphql(`
    query CountryPage($first: Int, $after: String, $last: Int, $before: String, $filter: CountryRecordFilter, $sort: CountryRecordSort, $search: String, $startAt: ListStart, $locale: String) {
      list: countryRecords(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...CountryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query CountryCount($filter: CountryRecordFilter, $search: String) { list: countryRecords(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query CountryRecord($id: ID!, $locale: String) { record: country(id: $id) { ...CountryRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query CountryHistory($id: ID!, $first: Int!, $after: String) { record: country(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  update: graphql(`
    mutation UpdateCountry($input: UpdateCountryInput!) { saved: updateCountry(input: $input) { record: country { id version } } }
  `),
};
