// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment BadgeCategoryFields on BadgeCategory { code nameI18n }
`);

graphql(`
  fragment BadgeCategoryRow on BadgeCategory { id version name(locale: $locale) ...BadgeCategoryFields archivedAt updatedAt }
`);

/** Documents of the badge category for the kit of records. */
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
    mutation CreateBadgeCategory($input: CreateBadgeCategoryInput!) { saved: createBadgeCategory(input: $input) { record: badgeCategory { id version } } }
  `),
  update: graphql(`
    mutation UpdateBadgeCategory($input: UpdateBadgeCategoryInput!) { saved: updateBadgeCategory(input: $input) { record: badgeCategory { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveBadgeCategory($input: ArchiveBadgeCategoryInput!) { saved: archiveBadgeCategory(input: $input) { record: badgeCategory { id version } } }
  `),
  restore: graphql(`
    mutation RestoreBadgeCategory($input: RestoreBadgeCategoryInput!) { saved: restoreBadgeCategory(input: $input) { record: badgeCategory { id version } } }
  `),
  move: graphql(`
    mutation MoveBadgeCategory($input: MoveBadgeCategoryInput!) { saved: moveBadgeCategory(input: $input) { record: badgeCategory { id version } } }
  `),
};
