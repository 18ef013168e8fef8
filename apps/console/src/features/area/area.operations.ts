import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment AreaRow on AreaRecord { id version name(locale: $locale) ...AreaRecordFields country { code name(locale: $locale) } archivedAt updatedAt }
`);

/** Countries to choose from. */
export const countryChoicesQuery = graphql(`
  query AreaCountryChoices($locale: String) { countries { code name(locale: $locale) isActive } }
`);
