import { graphql } from '../../generated/gql.ts';

/** What a person has set, by key. */
export const preferencesQuery = graphql(`
  query Preferences($keys: [String!]!) {
    viewer {
      preferences(keys: $keys) {
        key
        value
      }
    }
  }
`);

/** Keeps one of them. */
export const setPreferenceMutation = graphql(`
  mutation SetPreference($input: SetPreferenceInput!) {
    setPreference(input: $input) {
      preference {
        key
      }
    }
  }
`);
