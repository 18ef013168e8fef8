// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment GiveawayFields on Giveaway { code titleI18n descriptionI18n rulesI18n minAge maxTicketsPerAccount maxEntries entryCostPoints opensAt closesAt drawAt timezone alternates claimDays }
`);

/** Documents of the giveaway for the kit of records. */
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
    query GiveawayRecord($id: ID!, $locale: String) { record: giveaway(id: $id) { ...GiveawayWhole } }
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
  publish: graphql(`
    mutation PublishGiveaway($input: PublishGiveawayInput!) { saved: publishGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  announce: graphql(`
    mutation AnnounceGiveaway($input: AnnounceGiveawayInput!) { saved: announceGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  settle: graphql(`
    mutation SettleGiveaway($input: SettleGiveawayInput!) { saved: settleGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  cancel: graphql(`
    mutation CancelGiveaway($input: CancelGiveawayInput!) { saved: cancelGiveaway(input: $input) { record: giveaway { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateGiveaway($input: DuplicateGiveawayInput!) { saved: duplicateGiveaway(input: $input) { record: giveaway { id version } } }
  `),
};
