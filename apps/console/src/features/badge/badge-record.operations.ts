// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment BadgeFields on Badge { categoryId code nameI18n descriptionI18n criteriaI18n awardMode ruleKind ruleThreshold isRepeatable autoRevoke validityDays }
`);

/** Documents of the badge for the kit of records. */
export const badgeDocuments = {
  page: graphql(`
    query BadgePage($first: Int, $after: String, $last: Int, $before: String, $filter: BadgeFilter, $sort: BadgeSort, $search: String, $startAt: ListStart, $locale: String) {
      list: badges(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...BadgeRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query BadgeCount($filter: BadgeFilter, $search: String) { list: badges(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query BadgeRecord($id: ID!, $locale: String) { record: badge(id: $id) { ...BadgeRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query BadgeHistory($id: ID!, $first: Int!, $after: String) { record: badge(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateBadge($input: CreateBadgeInput!) { saved: createBadge(input: $input) { record: badge { id version } } }
  `),
  update: graphql(`
    mutation UpdateBadge($input: UpdateBadgeInput!) { saved: updateBadge(input: $input) { record: badge { id version } } }
  `),
  activate: graphql(`
    mutation ActivateBadge($input: ActivateBadgeInput!) { saved: activateBadge(input: $input) { record: badge { id version } } }
  `),
  retire: graphql(`
    mutation RetireBadge($input: RetireBadgeInput!) { saved: retireBadge(input: $input) { record: badge { id version } } }
  `),
};
