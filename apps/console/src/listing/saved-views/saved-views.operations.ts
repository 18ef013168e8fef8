import { graphql } from '../../generated/gql.ts';

/** Keeps the list as it stands, under a name. */
export const createSavedViewMutation = graphql(`
  mutation CreateSavedView($input: CreateSavedViewInput!) {
    createSavedView(input: $input) {
      savedView {
        id
      }
    }
  }
`);

/** Renames a view, or keeps in it how the list stands. */
export const updateSavedViewMutation = graphql(`
  mutation UpdateSavedView($input: UpdateSavedViewInput!) {
    updateSavedView(input: $input) {
      savedView {
        id
      }
    }
  }
`);

/** Takes a view away. */
export const archiveSavedViewMutation = graphql(`
  mutation ArchiveSavedView($input: ArchiveSavedViewInput!) {
    archiveSavedView(input: $input) {
      savedView {
        id
      }
    }
  }
`);

/** Puts a view before another one. */
export const moveSavedViewMutation = graphql(`
  mutation MoveSavedView($input: MoveSavedViewInput!) {
    moveSavedView(input: $input) {
      savedViews {
        id
      }
    }
  }
`);

/** Chooses the view that a list opens with. */
export const setDefaultSavedViewMutation = graphql(`
  mutation SetDefaultSavedView($input: SetDefaultSavedViewInput!) {
    setDefaultSavedView(input: $input) {
      savedViews {
        id
      }
    }
  }
`);

/** Chooses the view that a list opens with for everybody who has chosen nothing else. */
export const setTeamDefaultSavedViewMutation = graphql(`
  mutation SetTeamDefaultSavedView($input: SetTeamDefaultSavedViewInput!) {
    setTeamDefaultSavedView(input: $input) {
      savedViews {
        id
      }
    }
  }
`);
