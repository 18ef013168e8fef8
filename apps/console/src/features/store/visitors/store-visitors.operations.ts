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

/** The number of people in a store over its day, and a week before. */
export const storeOnlineDayQuery = graphql(`
  query StoreOnlineDay($id: ID!) {
    storeOnlineDay(id: $id) { day slots { at online weekBefore } }
  }
`);
