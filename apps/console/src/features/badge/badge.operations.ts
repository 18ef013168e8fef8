import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment BadgeRow on Badge { id version name(locale: $locale) ...BadgeFields state awardCount imageUrl updatedAt }
`);

/** A picture for a badge. */
export const setBadgeImageMutation = graphql(`
    mutation SetBadgeImage($input: SetBadgeImageInput!) { saved: setBadgeImage(input: $input) { record: badge { id version } } }
  `);

/** Categories to choose from, in their order. */
export const categoryChoicesQuery = graphql(`
  query BadgeCategoryChoices($locale: String) { list: badgeCategories(first: 100) { nodes { id name(locale: $locale) archivedAt } } }
`);
