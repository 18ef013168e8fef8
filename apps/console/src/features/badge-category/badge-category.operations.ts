import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment BadgeCategoryRow on BadgeCategory { id version code name(locale: $locale) nameI18n archivedAt updatedAt }
`);

/** Documents of badge categories. */
export const badgeCategoryDocuments = {
  page: graphql(`
    query BadgeCategoryPage($first: Int, $after: String, $last: Int, $before: String, $filter: BadgeCategoryFilter, $sort: BadgeCategorySort, $search: String, $startAt: ListStart, $locale: String) {
      list: badgeCategories(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...BadgeCategoryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query BadgeCategoryCount($filter: BadgeCategoryFilter, $search: String) { list: badgeCategories(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query BadgeCategoryRecord($id: ID!, $locale: String) { record: badgeCategory(id: $id) { ...BadgeCategoryRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query BadgeCategoryHistory($id: ID!, $first: Int!, $after: String) { record: badgeCategory(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateBadgeCategory($input: CreateBadgeCategoryInput!) { saved: createBadgeCategory(input: $input) { id version } }
  `),
  update: graphql(`
    mutation UpdateBadgeCategory($id: ID!, $expectedVersion: Int!, $input: UpdateBadgeCategoryInput!) { saved: updateBadgeCategory(id: $id, expectedVersion: $expectedVersion, input: $input) { id version } }
  `),
  archive: graphql(`
    mutation ArchiveBadgeCategory($id: ID!, $expectedVersion: Int!, $reason: String) { saved: archiveBadgeCategory(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  restore: graphql(`
    mutation RestoreBadgeCategory($id: ID!, $expectedVersion: Int!) { saved: restoreBadgeCategory(id: $id, expectedVersion: $expectedVersion) { id version } }
  `),
  move: graphql(`
    mutation MoveBadgeCategory($id: ID!, $expectedVersion: Int!, $before: ID) { saved: moveBadgeCategory(id: $id, expectedVersion: $expectedVersion, before: $before) { id version } }
  `),
};
