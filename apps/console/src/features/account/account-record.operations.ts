// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment AccountColumns on Account { email phone locale pushConsent }
`);
graphql(`
  fragment AccountFields on Account { displayName email phone locale timezone birthDate pushConsent }
`);
