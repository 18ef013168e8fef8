import { graphql } from '../generated/gql.ts';

/** Faults of the last ledger verification and the last test restore of a backup. */
export const shellHealthQuery = graphql(`
  query ShellHealth {
    ledgerHealth { isHealthy verifiedAt faultCount faults { fault seq transferId wallet { type ownerId name label } } }
    backupHealth { problem last { file faultCount faults } proven { takenAt } }
  }
`);
