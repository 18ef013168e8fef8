// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment MachineClientFields on MachineClient { clientId name scopes isDry stores countries pointsMax }
`);

/** Documents of the machine client for the kit of records. */
export const machineClientDocuments = {
  page: graphql(`
    query MachineClientPage($first: Int, $after: String, $last: Int, $before: String, $filter: MachineClientFilter, $sort: MachineClientSort, $search: String, $startAt: ListStart) {
      list: machineClients(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...MachineClientRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query MachineClientCount($filter: MachineClientFilter, $search: String) { list: machineClients(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query MachineClientRecord($id: ID!) { record: machineClient(id: $id) { ...MachineClientRow actions usedBy { ...Uses } updatedBy { name } } }
  `),
  history: graphql(`
    query MachineClientHistory($id: ID!, $first: Int!, $after: String) { record: machineClient(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateMachineClient($input: CreateMachineClientInput!) { saved: createMachineClient(input: $input) { record: machineClient { id version } } }
  `),
  update: graphql(`
    mutation UpdateMachineClient($input: UpdateMachineClientInput!) { saved: updateMachineClient(input: $input) { record: machineClient { id version } } }
  `),
  suspend: graphql(`
    mutation SuspendMachineClient($input: SuspendMachineClientInput!) { saved: suspendMachineClient(input: $input) { record: machineClient { id version } } }
  `),
  reactivate: graphql(`
    mutation ReactivateMachineClient($input: ReactivateMachineClientInput!) { saved: reactivateMachineClient(input: $input) { record: machineClient { id version } } }
  `),
};
