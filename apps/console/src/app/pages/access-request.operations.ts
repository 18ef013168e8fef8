import { graphql } from '../../generated/gql.ts';

/** Whom a person without access can ask, and when they did. */
export const accessHelpQuery = graphql(`
  query AccessHelp { accessHelp { administrators requestedAt } }
`);

export const requestAccessMutation = graphql(`
  mutation RequestAccess($input: RequestAccessInput!) { requestAccess(input: $input) { requestedAt } }
`);
