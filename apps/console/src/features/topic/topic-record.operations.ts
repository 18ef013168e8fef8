// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment TopicFields on Topic { categoryId code nameI18n descriptionI18n kind defaultSubscribed }
`);

/** Documents of the topic for the kit of records. */
export const topicDocuments = {
  page: graphql(`
    query TopicPage($first: Int, $after: String, $last: Int, $before: String, $filter: TopicFilter, $sort: TopicSort, $search: String, $startAt: ListStart, $locale: String) {
      list: topics(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...TopicRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query TopicCount($filter: TopicFilter, $search: String) { list: topics(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query TopicRecord($id: ID!, $locale: String) { record: topic(id: $id) { ...TopicRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query TopicHistory($id: ID!, $first: Int!, $after: String) { record: topic(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateTopic($input: CreateTopicInput!) { saved: createTopic(input: $input) { record: topic { id version } } }
  `),
  update: graphql(`
    mutation UpdateTopic($input: UpdateTopicInput!) { saved: updateTopic(input: $input) { record: topic { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveTopic($input: ArchiveTopicInput!) { saved: archiveTopic(input: $input) { record: topic { id version } } }
  `),
  restore: graphql(`
    mutation RestoreTopic($input: RestoreTopicInput!) { saved: restoreTopic(input: $input) { record: topic { id version } } }
  `),
  move: graphql(`
    mutation MoveTopic($input: MoveTopicInput!) { saved: moveTopic(input: $input) { record: topic { id version } } }
  `),
};
