import { graphql } from '../../generated/gql.ts';

/** The admin token with which a member of staff signs in to the realtime backend (specification, section 7). */
export const adminTokenQuery = graphql(`
  query GetFirebaseAdminToken($user_id: String!) {
    getFirebaseAdminToken(user_id: $user_id)
  }
`);
