import { graphql } from '../../generated/gql.ts';

/** Badges that an account may have. */
export const accountBadgeOptionsQuery = graphql(`
  query AccountBadgeOptions($locale: String) {
    list: badges(first: 100, filter: { state: { in: [ACTIVE, RETIRED] } }) { nodes { id name(locale: $locale) } }
  }
`);

/** Topics that an account may be subscribed to. */
export const accountTopicOptionsQuery = graphql(`
  query AccountTopicOptions($locale: String) {
    list: topics(first: 100) { nodes { id name(locale: $locale) archivedAt } }
  }
`);

/** Segments that an account may be in. */
export const accountSegmentOptionsQuery = graphql(`
  query AccountSegmentOptions { segments(first: 100, filter: { archived: false }) { nodes { id name } } }
`);
