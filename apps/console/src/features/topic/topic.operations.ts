import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment TopicRow on Topic { id version name(locale: $locale) ...TopicFields subscriberCount archivedAt updatedAt }
`);

/** Categories to choose from, in their order. */
export const categoryChoicesQuery = graphql(`
  query TopicCategoryChoices($locale: String) { list: topicCategories(first: 100) { nodes { id name(locale: $locale) archivedAt } } }
`);
