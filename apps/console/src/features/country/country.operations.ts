import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment CountryRow on CountryRecord { id version code name(locale: $locale) ...CountryRecordFields updatedAt }
`);
