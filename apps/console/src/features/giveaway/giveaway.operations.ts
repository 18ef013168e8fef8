import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment GiveawayPrizePart on GiveawayPrize {
    id rank title(locale: $locale) titleI18n quantity kind points campaign { id code name } valueMinor currency
  }
`);
graphql(`
  fragment GiveawayRow on Giveaway {
    id version code title(locale: $locale) imageUrl store { id sid name } countryCodes opensAt closesAt drawAt timezone entryCostPoints maxEntries
    status stateReason createdAt updatedAt figures { entries tickets prizes } prizes { ...GiveawayPrizePart }
  }
`);

/** Documents of giveaways. */
export const giveawayDocuments = {
  page: graphql(`
    query GiveawayPage($first: Int, $after: String, $last: Int, $before: String, $filter: GiveawayFilter, $sort: GiveawaySort, $search: String, $startAt: ListStart, $locale: String) {
      list: giveaways(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...GiveawayRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query GiveawayCount($filter: GiveawayFilter, $search: String) { list: giveaways(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query GiveawayRecord($id: ID!, $locale: String) {
      record: giveaway(id: $id) {
        ...GiveawayRow titleI18n description(locale: $locale) descriptionI18n rules(locale: $locale) rulesI18n rulesHash minAge
        maxTicketsPerAccount alternates claimDays state stateChangedAt publishedAt announcedAt settledAt canceledAt
        gauges: figures { disqualified withdrawn escrowPoints escrowFunded escrowBalance pointsPaid openPrizes refundsOpen }
        registration { isNeeded totalMinor newYork florida isNewYorkLate isFloridaLate }
        algorithm seedCommitment entriesRoot entriesCount ticketsCount frozenAt drawnAt openFields updatedBy { name }
        actions { action isAllowed refusal }
      }
    }
  `),
  history: graphql(`
    query GiveawayHistory($id: ID!, $first: Int!, $after: String) { record: giveaway(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateGiveaway($input: CreateGiveawayInput!) { saved: createGiveaway(input: $input) { id version } }
  `),
  update: graphql(`
    mutation UpdateGiveaway($id: ID!, $expectedVersion: Int!, $input: UpdateGiveawayInput!) { saved: updateGiveaway(id: $id, expectedVersion: $expectedVersion, input: $input) { id version } }
  `),
  setImage: graphql(`
    mutation SetGiveawayImage($id: ID!, $expectedVersion: Int!, $uploadId: ID!) { saved: setGiveawayImage(id: $id, expectedVersion: $expectedVersion, uploadId: $uploadId) { id version } }
  `),
  duplicate: graphql(`
    mutation DuplicateGiveaway($id: ID!, $code: String!) { saved: duplicateGiveaway(id: $id, code: $code) { id version } }
  `),
  register: graphql(`
    mutation RecordGiveawayRegistration($id: ID!, $expectedVersion: Int!, $newYork: String, $florida: String) {
      saved: recordGiveawayRegistration(id: $id, expectedVersion: $expectedVersion, newYork: $newYork, florida: $florida) { id version }
    }
  `),
  publish: graphql(`
    mutation PublishGiveaway($id: ID!, $expectedVersion: Int!, $reason: String!, $confirmCode: String!, $agreedEscrowPoints: SafeInt!, $acceptsConsideration: Boolean) {
      saved: publishGiveaway(id: $id, expectedVersion: $expectedVersion, reason: $reason, confirmCode: $confirmCode, agreedEscrowPoints: $agreedEscrowPoints, acceptsConsideration: $acceptsConsideration) { id version }
    }
  `),
  cancel: graphql(`
    mutation CancelGiveaway($id: ID!, $expectedVersion: Int!, $reason: String!, $confirmCode: String!) {
      saved: cancelGiveaway(id: $id, expectedVersion: $expectedVersion, reason: $reason, confirmCode: $confirmCode) { id version }
    }
  `),
  announce: graphql(`
    mutation AnnounceGiveaway($id: ID!, $expectedVersion: Int!, $hasReviewed: Boolean!) { saved: announceGiveaway(id: $id, expectedVersion: $expectedVersion, hasReviewed: $hasReviewed) { id version } }
  `),
  settle: graphql(`
    mutation SettleGiveaway($id: ID!, $expectedVersion: Int!, $reason: String!) { saved: settleGiveaway(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
};

/** How many giveaways that match were created since. */
export const giveawayNewsSubscription = graphql(`
  subscription GiveawayNews($since: DateTime!, $filter: GiveawayFilter, $search: String) {
    giveawaysCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);

/** Stores that may sponsor a giveaway, for the form and the filter. */
export const giveawayStoresQuery = graphql(`
  query GiveawayStores($search: String, $first: Int!) { stores(first: $first, search: $search, filter: { state: { in: [ACTIVE] } }) { nodes { id sid name } } }
`);

/** Countries, for the form and the filter. */
export const giveawayCountriesQuery = graphql(`
  query GiveawayCountries($locale: String) { countries { code name(locale: $locale) isActive currency } }
`);

/** Campaigns whose codes may be prizes. */
export const giveawayCampaignsQuery = graphql(`
  query GiveawayCampaigns($search: String, $ids: [ID!]) { giveawayCampaignChoices(search: $search, ids: $ids) { id code name } }
`);
