import { graphql } from '../generated/gql.ts';

graphql(`
  fragment PointsOther on PointsParty { walletId type ownerId systemCode name label }
`);

graphql(`
  fragment PointsLine on PointsEntry {
    id seq walletId transferId delta balanceAfter code reason referenceType referenceId correctedStore isOfRefusal occurredAt claimedAt recordedAt reversalOf reversedBy hash
    by { sub name }
    otherSide { ...PointsOther }
    reference { kind id name(locale: $locale) parentId }
  }
`);

/** A page of the entries of one wallet. */
export const pointsEntriesQuery = graphql(`
  query PointsEntries($first: Int, $after: String, $last: Int, $before: String, $filter: PointsEntryFilter!, $sort: PointsEntrySort, $search: String, $startAt: ListStart, $locale: String) {
    list: pointsEntries(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
      nodes { ...PointsLine }
      pageInfo { ...Ends }
      matchedBy
    }
  }
`);

/** How many entries match. */
export const pointsEntryCountQuery = graphql(`
  query PointsEntryCount($filter: PointsEntryFilter!, $search: String) {
    list: pointsEntries(first: 1, filter: $filter, search: $search) { count { ...Counted } }
  }
`);

/** The wallet of a store or an account, with what came of checking it last. */
export const pointsWalletQuery = graphql(`
  query PointsWallet($owner: PointsOwnerInput!) {
    pointsWallet(owner: $owner) {
      id balance entries creditedTotal debitedTotal isFrozen
      proof { verifiedAt entries isIntact faultSeq }
    }
  }
`);

/** When a wallet's first entry was recorded. */
export const pointsBeginQuery = graphql(`
  query PointsBegin($filter: PointsEntryFilter!) {
    pointsEntries(last: 1, filter: $filter) { nodes { seq recordedAt } }
  }
`);

/** The balance over a time. */
export const pointsChartQuery = graphql(`
  query PointsChart($walletId: ID!, $from: DateTime!, $to: DateTime!, $zone: String!) {
    pointsChart(walletId: $walletId, from: $from, to: $to, zone: $zone) {
      step points { day balance } movements { day code delta transferId }
    }
  }
`);

/** What a balance is made of. */
export const pointsExplanationQuery = graphql(`
  query PointsExplanation($walletId: ID!, $from: DateTime!, $to: DateTime!, $zone: String!) {
    pointsExplanation(walletId: $walletId, from: $from, to: $to, zone: $zone) {
      opening closing parts { month code credited debited transfers }
    }
  }
`);

/** Most points of one adjustment. */
export const pointsAdjustmentMaxQuery = graphql(`
  query PointsAdjustmentMax { pointsAdjustmentMax }
`);

/** Stores by a search text. */
export const pointsStoresQuery = graphql(`
  query PointsStores($search: String) { stores(first: 20, search: $search, sort: { key: NAME, direction: ASC }) { nodes { id sid name } } }
`);

/** Outcomes of the receipts of an account. */
export const receiptsOfDayQuery = graphql(`
  query ReceiptsOfDay($accountId: ID!, $storeId: ID!, $day: Date!, $receipt: String) {
    receiptsOfDay(accountId: $accountId, storeId: $storeId, day: $day, receipt: $receipt) {
      id status receipt occurredAt points reason codeEnd clientName storeId storeName otherAccountId otherAccountNumber transferId refusalId correctedBy
    }
  }
`);

/** Gives points or takes some. */
export const adjustPointsMutation = graphql(`
  mutation AdjustPoints($input: AdjustPointsInput!) { adjustPoints(input: $input) { pointsTransfer { id } } }
`);

/** Takes a transfer back. */
export const reversePointsTransferMutation = graphql(`
  mutation ReversePointsTransfer($input: ReversePointsTransferInput!) { reversePointsTransfer(input: $input) { pointsTransfer { id } } }
`);

/** Walks the chain of a wallet, at once or as a job. */
export const verifyWalletMutation = graphql(`
  mutation VerifyWallet($walletId: ID!) { verifyWallet(input: { walletId: $walletId }) { entries fault { fault seq } job { id } } }
`);
