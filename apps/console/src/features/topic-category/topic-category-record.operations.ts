// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment TopicCategoryFields on TopicCategory { code nameI18n }
`);

graphql(`
  fragment TopicCategoryRow on TopicCategory { id version name(locale: $locale) ...TopicCategoryFields archivedAt updatedAt }
`);

/** Documents of the topic category for the kit of records. */
export const topicCategoryDocuments = {
  page: graphql(`
    query TopicCategoryPage($first: Int, $after: String, $last: Int, $before: String, $filter: TopicCategoryFilter, $sort: TopicCategorySort, $search: String, $startAt: ListStart, $locale: String) {
      list: topicCategories(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...TopicCategoryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query TopicCategoryCount($filter: TopicCategoryFilter, $search: String) { list: topicCategories(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query TopicCategoryRecord($id: ID!, $locale: String) { record: topicCategory(id: $id) { ...TopicCategoryRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query TopicCategoryHistory($id: ID!, $first: Int!, $after: String) { record: topicCategory(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateTopicCategory($input: CreateTopicCategoryInput!) { saved: createTopicCategory(input: $input) { record: topicCategory { id version } } }
  `),
  update: graphql(`
    mutation UpdateTopicCategory($input: UpdateTopicCategoryInput!) { saved: updateTopicCategory(input: $input) { record: topicCategory { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveTopicCategory($input: ArchiveTopicCategoryInput!) { saved: archiveTopicCategory(input: $input) { record: topicCategory { id version } } }
  `),
  restore: graphql(`
    mutation RestoreTopicCategory($input: RestoreTopicCategoryInput!) { saved: restoreTopicCategory(input: $input) { record: topicCategory { id version } } }
  `),
  move: graphql(`
    mutation MoveTopicCategory($input: MoveTopicCategoryInput!) { saved: moveTopicCategory(input: $input) { record: topicCategory { id version } } }
  `),
};
