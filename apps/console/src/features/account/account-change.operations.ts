import { graphql } from '../../generated/gql.ts';

export const updateAccountMutation = graphql(`
  mutation UpdateAccount($input: UpdateAccountInput!) {
    updateAccount(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

export const setAccountPictureMutation = graphql(`
  mutation SetAccountPicture($input: SetAccountPictureInput!) {
    setAccountPicture(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

export const removeAccountPictureMutation = graphql(`
  mutation RemoveAccountPicture($input: RemoveAccountPictureInput!) {
    removeAccountPicture(input: $input) {
      account {
        id
        version
        hasPicture
      }
    }
  }
`);

export const suspendAccountMutation = graphql(`
  mutation SuspendAccount($input: SuspendAccountInput!) {
    suspendAccount(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

export const reactivateAccountMutation = graphql(`
  mutation ReactivateAccount($input: ReactivateAccountInput!) {
    reactivateAccount(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

export const closeAccountMutation = graphql(`
  mutation CloseAccount($input: CloseAccountInput!) {
    closeAccount(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

export const issueAccountCardMutation = graphql(`
  mutation IssueAccountCard($input: IssueAccountCardInput!) {
    issueAccountCard(input: $input) {
      account {
        id
        version
      }
    }
  }
`);

/** Contact of one account for a stated purpose. */
export const revealAccountContactMutation = graphql(`
  mutation RevealAccountContact($input: RevealAccountContactInput!) {
    revealAccountContact(input: $input) {
      email
      phone
    }
  }
`);
