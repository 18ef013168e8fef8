import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StaffMemberRow on StaffMember { id version ...StaffMemberFields state stateReason secondFactor lastSignInAt lastSeenAt isWaiting isHere expiresAt accessRequest { roles note requestedAt } createdAt updatedAt updatedBy { name } reveals { ...Disclosed } exports { ...Disclosed } }
  fragment Disclosed on StaffDisclosure { total peak since until usual times }
`);

export const staffAccessQuery = graphql(`
  query StaffAccess($id: ID!) { staffMember(id: $id) { id sessions { id device address signedInAt lastActiveAt } } }
`);

export const suspendStaffMutation = graphql(`
  mutation SuspendStaffMember($input: SuspendStaffMemberInput!) { saved: suspendStaffMember(input: $input) { record: staffMember { id version } } }
`);

export const reactivateStaffMutation = graphql(`
  mutation ReactivateStaffMember($input: ReactivateStaffMemberInput!) { saved: reactivateStaffMember(input: $input) { record: staffMember { id version } } }
`);

export const unlockStaffMutation = graphql(`
  mutation UnlockStaffMember($input: UnlockStaffMemberInput!) { saved: unlockStaffMember(input: $input) { record: staffMember { id version } } }
`);

export const signOutStaffMutation = graphql(`
  mutation SignOutStaffMember($input: SignOutStaffMemberInput!) { saved: signOutStaffMember(input: $input) { record: staffMember { id version } } }
`);

export const declineAccessMutation = graphql(`
  mutation DeclineAccessRequest($input: DeclineAccessRequestInput!) { saved: declineAccessRequest(input: $input) { record: staffMember { id version } } }
`);

export const resetStaffMutation = graphql(`
  mutation ResetStaffMember($input: ResetStaffMemberInput!) { saved: resetStaffMember(input: $input) { link record: staffMember { id version } } }
`);

export const staffMailedQuery = graphql(`query StaffMailed { staffMailed }`);

export const inviteStaffMutation = graphql(`
  mutation InviteStaffMember($input: InviteStaffMemberInput!) { saved: inviteStaffMember(input: $input) { invitationId link } }
`);

export const sendInvitationMutation = graphql(`
  mutation SendInvitation($input: SendInvitationInput!) { saved: sendInvitation(input: $input) { link } }
`);

export const revokeInvitationMutation = graphql(`
  mutation RevokeInvitation($input: RevokeInvitationInput!) { saved: revokeInvitation(input: $input) { link } }
`);
