import { graphql } from '../generated/gql.ts';

/** What the last checks of the ledger and the last test restore of a backup found wrong. */
export const shellHealthQuery = graphql(`
  query ShellHealth {
    ledgerHealth { isHealthy verifiedAt faultCount faults { fault seq transferId wallet { type ownerId name label } } }
    backupHealth { problem last { file faultCount faults } proven { takenAt } }
  }
`);
