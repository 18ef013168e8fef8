import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment AppRow on App { id version ...AppFields state stateReason people documents updatedAt }
`);
