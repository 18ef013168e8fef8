import { graphql } from '../../generated/gql.ts';

/** The present day in the zone that figures are counted in. */
export const dashboardTodayQuery = graphql(`
  query DashboardToday { dashboardStores(filter: { days: 1 }) { timezone to } }
`);

/** Accounts: all and new ones. */
export const dashboardAccountsQuery = graphql(`
  query DashboardAccounts($filter: DashboardFilter) {
    dashboardAccounts(filter: $filter) { from to timezone asOf isComplete ignoresFilters total { value previous } created { value previous } days { day value } }
  }
`);

/** Accounts seen lately. */
export const dashboardActiveAccountsQuery = graphql(`
  query DashboardActiveAccounts($filter: DashboardFilter) {
    dashboardActiveAccounts(filter: $filter) { from to timezone asOf isComplete ignoresFilters active { value previous } countKind days { day value } }
  }
`);

/** Active stores. */
export const dashboardStoresQuery = graphql(`
  query DashboardStores($filter: DashboardFilter) {
    dashboardStores(filter: $filter) { from to timezone asOf isComplete ignoresFilters active { value previous } opened { value previous } days { day value } }
  }
`);

/** Points that came into accounts and were spent. */
export const dashboardPointsQuery = graphql(`
  query DashboardPoints($filter: DashboardFilter) {
    dashboardPoints(filter: $filter) { from to timezone asOf isComplete ignoresFilters issued { value previous } spent { value previous } days { day issued spent } }
  }
`);

/** How far notifications got. */
export const dashboardNotificationsQuery = graphql(`
  query DashboardNotifications($filter: DashboardFilter) {
    dashboardNotifications(filter: $filter) {
      from to timezone asOf isComplete ignoresFilters
      notifications { value } recipients { value } sent { value } received { value } opened { value } failed { value } skipped { value }
    }
  }
`);

/** Redemptions a day. */
export const dashboardRedemptionsQuery = graphql(`
  query DashboardRedemptions($filter: DashboardFilter) {
    dashboardRedemptions(filter: $filter) { from to timezone asOf isComplete ignoresFilters confirmed { value previous } rolledBack { value } days { day confirmed rolledBack } }
  }
`);

/** Entries of giveaways a day. */
export const dashboardGiveawayEntriesQuery = graphql(`
  query DashboardGiveawayEntries($filter: DashboardFilter) {
    dashboardGiveawayEntries(filter: $filter) { from to timezone asOf isComplete ignoresFilters entries { value previous } days { day value } }
  }
`);

/** Giveaways that take entries. */
export const dashboardOpenGiveawaysQuery = graphql(`
  query DashboardOpenGiveaways($filter: DashboardFilter) {
    dashboardOpenGiveaways(filter: $filter, first: 5) {
      open timezone asOf ignoresFilters
      closingSoonest { id code titleI18n closesAt timezone entries entriesToday isMoreToday }
    }
  }
`);

/** Campaigns that run, those first that have used most of a limit. */
export const dashboardCampaignsQuery = graphql(`
  query DashboardCampaigns($filter: DashboardFilter) {
    dashboardCampaigns(filter: $filter, first: 5) {
      running asOf ignoresFilters
      mostUsed { id code name endsAt usedPercent limitKind redemptions redemptionsLimit usedMinor budgetMinor currency exhaustsAt }
    }
  }
`);

/** Stores in which most people are. */
export const dashboardOnlineStoresQuery = graphql(`
  query DashboardOnlineStores($filter: DashboardFilter) {
    dashboardOnlineStores(filter: $filter, first: 10) {
      asOf ignoresFilters isAvailable inStores storeCount stores { id sid name countryCode online }
    }
  }
`);

/** Countries to filter by. */
export const dashboardCountriesQuery = graphql(`
  query DashboardCountries($locale: String) { countries { code name(locale: $locale) } }
`);

/** Areas to filter by. */
export const dashboardAreasQuery = graphql(`
  query DashboardAreas($countryCodes: [String!], $locale: String) { areas(countryCodes: $countryCodes) { id countryCode name(locale: $locale) } }
`);
