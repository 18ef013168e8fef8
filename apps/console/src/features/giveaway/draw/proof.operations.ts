import { graphql } from '../../../generated/gql.ts';

/** The public record of a draw. */
export const giveawayProofQuery = graphql(`
  query GiveawayProofRecord($id: ID!, $locale: String) {
    giveawayProof(id: $id) {
      giveawayId algorithm opensAt closesAt drawAt timezone publishedAt rulesHash seedCommitment frozenAt root entries tickets drawnAt seed key
      file { sha256 }
      drawn(first: 100) { position isAlternate entryId accountId accountNo accountName prizeTitle(locale: $locale) ticket remainingTickets }
    }
  }
`);

/** Where the proof file can be fetched now. */
export const proofFileQuery = graphql(`
  query GiveawayProofFile($id: ID!) { giveawayProof(id: $id) { file { url } } }
`);

/** The proof of one entry. */
export const inclusionProofQuery = graphql(`
  query GiveawayInclusionProof($giveawayId: ID!, $entryId: ID, $accountId: ID) {
    giveawayInclusionProof(giveawayId: $giveawayId, entryId: $entryId, accountId: $accountId) {
      entryId accountId pseudonym tickets ticketStart leafIndex leafHash path root entries totalTickets
    }
  }
`);

/** An account by the number that people know it by. */
export const accountByNumberQuery = graphql(`
  query GiveawayProofAccount($number: String!) { accounts(first: 1, search: $number) { nodes { id number } } }
`);
