import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment GiveawayPrizePart on GiveawayPrize {
    id rank title(locale: $locale) titleI18n quantity kind points campaign { id code name } valueMinor currency imageUrl
  }
`);
graphql(`
  fragment GiveawayRow on Giveaway {
    id version code title(locale: $locale) imageUrl store { id sid name } segment { id } countryCodes opensAt closesAt drawAt claimDays timezone entryCostPoints maxEntries
    status stateReason createdAt updatedAt figures { entries tickets prizes } prizes { ...GiveawayPrizePart }
  }
`);
graphql(`
  fragment GiveawayWhole on Giveaway {
    ...GiveawayRow ...GiveawayFields segment { name } description(locale: $locale) rules(locale: $locale) rulesHash
    state stateChangedAt publishedAt announcedAt settledAt canceledAt
    gauges: figures { disqualified withdrawn escrowPoints escrowFunded escrowBalance pointsPaid openPrizes refundsOpen }
    registration { isNeeded totalMinor newYork florida isNewYorkLate isFloridaLate }
    algorithm seedCommitment isSeedKeyOutsideDatabase entriesRoot entriesCount ticketsCount frozenAt drawnAt openFields updatedBy { name }
    actions { action isAllowed refusal }
  }
`);

/** Gives a giveaway its picture. */
export const setGiveawayImageMutation = graphql(`
  mutation SetGiveawayImage($input: SetGiveawayImageInput!) { saved: setGiveawayImage(input: $input) { record: giveaway { id version } } }
`);

/** Notes under which numbers the prizes are registered. */
export const registerGiveawayMutation = graphql(`
  mutation RecordGiveawayRegistration($input: RecordGiveawayRegistrationInput!) { saved: recordGiveawayRegistration(input: $input) { record: giveaway { id version } } }
`);

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

export const giveawayClaimDaysDefaultQuery = graphql(`
  query GiveawayClaimDaysDefault { giveawayClaimDaysDefault }
`);
