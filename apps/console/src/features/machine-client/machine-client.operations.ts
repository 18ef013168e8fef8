import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment MachineClientRow on MachineClient { id version ...MachineClientFields state stateReason lastUsedAt updatedAt documents secrets { createdAt createdBy expiresAt } }
`);

/** A new secret. */
export const rotateSecretMutation = graphql(`
    mutation RotateMachineClientSecret($input: RotateMachineClientSecretInput!) { saved: rotateMachineClientSecret(input: $input) { record: machineClient { id version } } }
  `);
