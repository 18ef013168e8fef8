// Written by apps/console/record-fragments.ts. `<Type>Columns`: what lists ask of a row; `<Type>Fields`: what a record's page asks.
import { graphql } from '../generated/gql.ts';

graphql(`fragment AccountColumns on Account { email phone locale pushConsent }`);
graphql(`fragment AccountFields on Account { displayName email phone locale timezone birthDate pushConsent }`);
