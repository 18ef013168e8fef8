import { graphql } from '../generated/gql.ts';

/** Who is signed in and what they may do. */
export const viewerQuery = graphql(`
  query Viewer {
    viewer {
      sub
      name
      email
      roles
      permissions
    }
  }
`);
