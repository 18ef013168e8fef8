// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment CampaignFields on Campaign { name code description rewardType currency percentBp maxDiscountMinor amountMinor points giftTextI18n minOrderMinor firstOrderOnly codeMode codePrefix couponsLimit perCouponLimit perAccountLimit redemptionsLimit budgetMinor reservationSeconds timezone startsAt endsAt }
`);

/** Documents of the campaign for the kit of records. */
export const campaignDocuments = {
  page: graphql(`
    query CampaignPage($first: Int, $after: String, $last: Int, $before: String, $filter: CampaignFilter, $sort: CampaignSort, $search: String, $startAt: ListStart, $locale: String) {
      list: campaigns(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...CampaignRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query CampaignCount($filter: CampaignFilter, $search: String) { list: campaigns(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query CampaignRecord($id: ID!, $locale: String) { record: campaign(id: $id) { ...CampaignWhole } }
  `),
  history: graphql(`
    query CampaignHistory($id: ID!, $first: Int!, $after: String) { record: campaign(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateCampaign($input: CreateCampaignInput!) { saved: createCampaign(input: $input) { record: campaign { id version } } }
  `),
  update: graphql(`
    mutation UpdateCampaign($input: UpdateCampaignInput!) { saved: updateCampaign(input: $input) { record: campaign { id version } } }
  `),
  archive: graphql(`
    mutation ArchiveCampaign($input: ArchiveCampaignInput!) { saved: archiveCampaign(input: $input) { record: campaign { id version } } }
  `),
  activate: graphql(`
    mutation ActivateCampaign($input: ActivateCampaignInput!) { saved: activateCampaign(input: $input) { record: campaign { id version } } }
  `),
  pause: graphql(`
    mutation PauseCampaign($input: PauseCampaignInput!) { saved: pauseCampaign(input: $input) { record: campaign { id version } } }
  `),
  resume: graphql(`
    mutation ResumeCampaign($input: ResumeCampaignInput!) { saved: resumeCampaign(input: $input) { record: campaign { id version } } }
  `),
  cancel: graphql(`
    mutation CancelCampaign($input: CancelCampaignInput!) { saved: cancelCampaign(input: $input) { record: campaign { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateCampaign($input: DuplicateCampaignInput!) { saved: duplicateCampaign(input: $input) { record: campaign { id version } } }
  `),
};
