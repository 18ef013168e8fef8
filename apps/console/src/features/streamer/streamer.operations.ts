import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment StreamerRow on Streamer { id version ...StreamerFields staffName state stateReason uses commission { currency amountMinor } createdAt updatedAt }
`);

/** People who can be signed in as a streamer. */
export const streamerPeopleQuery = graphql(`
  query StreamerPeople($search: String) { streamerPeople(search: $search) { sub name } }
`);

/** Countries of streamers. */
export const streamerCountriesQuery = graphql(`
  query StreamerCountries($locale: String) { countries { code name(locale: $locale) isActive } }
`);
