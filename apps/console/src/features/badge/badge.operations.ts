import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment BadgeRow on Badge { id version code name(locale: $locale) nameI18n descriptionI18n criteriaI18n categoryId state awardMode ruleKind ruleThreshold isRepeatable autoRevoke validityDays awardCount imageUrl updatedAt }
`);

/** Documents of badges. */
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
    mutation CreateBadge($input: CreateBadgeInput!) { saved: createBadge(input: $input) { id version } }
  `),
  update: graphql(`
    mutation UpdateBadge($id: ID!, $expectedVersion: Int!, $input: UpdateBadgeInput!) { saved: updateBadge(id: $id, expectedVersion: $expectedVersion, input: $input) { id version } }
  `),
  activate: graphql(`
    mutation ActivateBadge($id: ID!, $expectedVersion: Int!, $reason: String) { saved: activateBadge(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  retire: graphql(`
    mutation RetireBadge($id: ID!, $expectedVersion: Int!, $reason: String) { saved: retireBadge(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  setImage: graphql(`
    mutation SetBadgeImage($id: ID!, $expectedVersion: Int!, $uploadId: ID!) { saved: setBadgeImage(id: $id, expectedVersion: $expectedVersion, uploadId: $uploadId) { id version } }
  `),
};

/** Categories to choose from, in their order. */
export const categoryChoicesQuery = graphql(`
  query BadgeCategoryChoices($locale: String) { list: badgeCategories(first: 100) { nodes { id name(locale: $locale) archivedAt } } }
`);
