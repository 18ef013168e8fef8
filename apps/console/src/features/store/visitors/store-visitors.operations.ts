import { graphql } from '../../../generated/gql.ts';

/** Who is in a store now. */
export const storeVisitorsQuery = graphql(`
  query StoreVisitors($id: ID!) {
    store(id: $id) {
      id
      online {
        count
        visitors { firebaseId onlineSince account { id number displayName hasPicture } }
      }
    }
  }
`);
