import { graphql } from '../generated/gql.ts';

/** What the last checks of the ledger found wrong. */
export const ledgerHealthQuery = graphql(`
  query LedgerHealth {
    ledgerHealth { isHealthy verifiedAt faultCount faults { fault seq transferId wallet { type ownerId name label } } }
  }
`);
