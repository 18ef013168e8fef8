import { graphql } from '../generated/gql.ts';

/** What a list allows this person: the console draws sorts and filters from it. */
export const listCapabilitiesQuery = graphql(`
  query ListCapabilities($list: ListName!) {
    listCapabilities(list: $list) {
      sorts {
        key
        defaultDirection
        isDate
      }
      filters {
        key
        kind
        operators
        values
      }
      defaultSort {
        key
        defaultDirection
      }
      searches
      pageSizeMax
    }
  }
`);

/** How a person arranged a list, and the saved views of it. */
export const listSetupQuery = graphql(`
  query ListSetup($keys: [String!]!, $list: ListName!) {
    viewer {
      preferences(keys: $keys) {
        key
        value
      }
    }
    savedViews(list: $list) {
      id
      scope
      name
      state
      arrangement
      isDefault
      isTeamDefault
      mayChange
      version
    }
  }
`);

/** Keeps how a person arranged a list. */
export const setListPreferenceMutation = graphql(`
  mutation SetListPreference($input: SetPreferenceInput!) {
    setPreference(input: $input) {
      preference {
        key
      }
    }
  }
`);
