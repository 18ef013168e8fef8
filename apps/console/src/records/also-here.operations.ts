import { graphql } from '../generated/gql.ts';

/** The others at a record; meanwhile it shows this person to them. */
export const recordPeopleSubscription = graphql(`
  subscription RecordPeople($kind: String!, $id: ID!, $isEditing: Boolean!, $beat: Int!) {
    here: recordPeople(kind: $kind, id: $id, isEditing: $isEditing, beat: $beat) { beat people { person { sub name } isEditing } }
  }
`);
