import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment GiveawayTransactionRow on GiveawayTransaction {
    id seq type account { id publicNo name } entryId tickets prize { id rank title(locale: $locale) } points pointsTransferId
    actor { kind name } reason occurredAt
  }
`);
graphql(`
  fragment GiveawayEntryRow on GiveawayEntry {
    id account { id publicNo name } tickets state pointsPaid enteredAt changedAt stateReason canDisqualify canReinstate
  }
`);
graphql(`
  fragment GiveawayWinnerRow on GiveawayWinner {
    id position account { id publicNo name } entryId kind state prize { id rank title(locale: $locale) } claimDeadline forfeitedReason
    replacedByPosition replacesPosition couponLast4 pointsTransferId notifiedAt claimedAt fulfilledAt review { isEligible problems } canForfeit canFulfil
  }
`);

/** What has happened in one giveaway, in the order in which it did. */
export const transactionDocuments = {
  page: graphql(`
    query GiveawayTransactionPage($first: Int, $after: String, $last: Int, $before: String, $filter: GiveawayTransactionFilter!, $sort: GiveawayTransactionSort, $search: String, $startAt: ListStart, $locale: String) {
      list: giveawayTransactions(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...GiveawayTransactionRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query GiveawayTransactionCount($filter: GiveawayTransactionFilter!, $search: String) { list: giveawayTransactions(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
};

/** How many transactions that match have come since. */
export const transactionNewsSubscription = graphql(`
  subscription GiveawayTransactionNews($since: DateTime!, $filter: GiveawayTransactionFilter!) {
    giveawayTransactionsCreated(since: $since, filter: $filter) { kind value countedAt }
  }
`);

/** Entries of one giveaway by day. */
export const entryDaysQuery = graphql(`
  query GiveawayEntryDays($giveawayId: ID!) { giveawayEntryDays(giveawayId: $giveawayId) { day entries } }
`);

/** Who takes part in one giveaway. */
export const entryDocuments = {
  page: graphql(`
    query GiveawayEntryPage($first: Int, $after: String, $last: Int, $before: String, $filter: GiveawayEntryFilter!, $sort: GiveawayEntrySort, $search: String, $startAt: ListStart) {
      list: giveawayEntries(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...GiveawayEntryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query GiveawayEntryCount($filter: GiveawayEntryFilter!, $search: String) { list: giveawayEntries(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  disqualify: graphql(`
    mutation DisqualifyGiveawayEntry($input: DisqualifyGiveawayEntryInput!) { disqualifyGiveawayEntry(input: $input) { giveawayEntry { id } } }
  `),
  reinstate: graphql(`
    mutation ReinstateGiveawayEntry($input: ReinstateGiveawayEntryInput!) { reinstateGiveawayEntry(input: $input) { giveawayEntry { id } } }
  `),
};

/** Winners and alternates of one giveaway, in the order in which they were drawn. */
export const winnerDocuments = {
  page: graphql(`
    query GiveawayWinnerPage($first: Int, $after: String, $last: Int, $before: String, $filter: GiveawayWinnerFilter!, $sort: GiveawayWinnerSort, $search: String, $startAt: ListStart, $locale: String) {
      list: giveawayWinners(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...GiveawayWinnerRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query GiveawayWinnerCount($filter: GiveawayWinnerFilter!, $search: String) { list: giveawayWinners(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  forfeit: graphql(`
    mutation ForfeitGiveawayWinner($input: ForfeitGiveawayWinnerInput!) { forfeitGiveawayWinner(input: $input) { giveawayWinner { id } } }
  `),
  fulfil: graphql(`
    mutation FulfilGiveawayWinner($input: FulfilGiveawayWinnerInput!) { fulfilGiveawayWinner(input: $input) { giveawayWinner { id } } }
  `),
};
