import { graphql } from '../generated/gql.ts';

// Written by apps/console/record-fragments.ts. `<Type>Columns`: what lists ask of a row; `<Type>Fields`: what a record's page asks.
graphql(`fragment AccountColumns on Account { email phone locale pushConsent }`);
graphql(`fragment AccountFields on Account { displayName email phone locale timezone birthDate pushConsent }`);
