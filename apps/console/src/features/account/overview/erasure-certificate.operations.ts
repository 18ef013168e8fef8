import { graphql } from '../../../generated/gql.ts';

/** The certificate of an erased account. */
export const erasureCertificateQuery = graphql(`
  query ErasureCertificate($accountId: ID!) {
    erasureCertificate(accountId: $accountId) {
      number
      erasedAt
      erasedBy {
        name
      }
      reason
      devices
      notes
      checkedColumns
      valuesLeft
      fingerprint
    }
  }
`);
