import { graphql } from '../generated/gql.ts';

/** The others at a record. Whoever follows it is shown to them. */
export const recordPeopleSubscription = graphql(`
  subscription RecordPeople($kind: String!, $id: ID!, $isEditing: Boolean!, $beat: Int!) {
    here: recordPeople(kind: $kind, id: $id, isEditing: $isEditing, beat: $beat) { beat people { person { sub name } isEditing } }
  }
`);
