import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment RecordVersion on RecordVersion { id version updatedAt updatedBy { sub name } }
`);
