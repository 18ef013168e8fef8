import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StoreRow on Store { id version ...StoreFields state stateReason stateChangedAt closedAt balance entriesLately createdAt updatedAt country { code name(locale: $locale) } area { id name(locale: $locale) } }
`);

/** The latest versions of stores that are open. */
export const storeVersionsSubscription = graphql(`
  subscription StoreVersions($ids: [ID!]!) { latest: storesChanged(ids: $ids) { ...RecordVersion } }
`);

/** Countries for pickers and filters. */
export const storeCountriesQuery = graphql(`
  query StoreCountries($locale: String) { countries { code name(locale: $locale) isActive } }
`);

/** Areas for pickers and filters. */
export const storeAreasQuery = graphql(`
  query StoreAreas($countryCodes: [String!], $locale: String) { areas(countryCodes: $countryCodes) { id code countryCode name(locale: $locale) timezone isActive } }
`);

/** Active stores by a search, to which the points of a closing one may go. */
export const storeHeirsQuery = graphql(`
  query StoreHeirs($search: String) { stores(first: 20, search: $search, filter: { state: { in: [ACTIVE] } }) { nodes { id sid name } } }
`);
