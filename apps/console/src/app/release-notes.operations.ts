import { graphql } from '../generated/gql.ts';

/** Whether the person lets the release notes open by themselves. */
export const releaseNotesPreferenceQuery = graphql(`
  query ReleaseNotesPreference($keys: [String!]!) {
    viewer {
      preferences(keys: $keys) {
        key
        value
      }
    }
  }
`);

/** Keeps whether they may. */
export const setReleaseNotesPreferenceMutation = graphql(`
  mutation SetReleaseNotesPreference($input: SetPreferenceInput!) {
    setPreference(input: $input) {
      key
    }
  }
`);
