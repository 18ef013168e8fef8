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
    mutation CreateGiveaway($input: CreateGiveawayInput!) { saved: createGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  update: graphql(`
    mutation UpdateGiveaway($input: UpdateGiveawayInput!) { saved: updateGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  setImage: graphql(`
    mutation SetGiveawayImage($input: SetGiveawayImageInput!) { saved: setGiveawayImage(input: $input) { record: giveaway { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateGiveaway($input: DuplicateGiveawayInput!) { saved: duplicateGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  register: graphql(`
    mutation RecordGiveawayRegistration($input: RecordGiveawayRegistrationInput!) { saved: recordGiveawayRegistration(input: $input) { record: giveaway { id version } } }
  `),
  publish: graphql(`
    mutation PublishGiveaway($input: PublishGiveawayInput!) { saved: publishGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  cancel: graphql(`
    mutation CancelGiveaway($input: CancelGiveawayInput!) { saved: cancelGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  announce: graphql(`
    mutation AnnounceGiveaway($input: AnnounceGiveawayInput!) { saved: announceGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  settle: graphql(`
    mutation SettleGiveaway($input: SettleGiveawayInput!) { saved: settleGiveaway(input: $input) { record: giveaway { id version } } }
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
