import { graphql } from '../../../generated/gql.ts';

/** Request to the passkeys of the person. */
export const passkeyRequestQuery = graphql(`
  query PasskeyRequest {
    passkeyRequest {
      options
      sealed
    }
  }
`);

/** Confirms a code or a passkey, which allows sensitive operations for some minutes. */
export const confirmSecondFactorMutation = graphql(`
  mutation ConfirmSecondFactor($input: ConfirmSecondFactorInput!) {
    confirmSecondFactor(input: $input) {
      outcome
    }
  }
`);
