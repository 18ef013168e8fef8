import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment CampaignPartner on CampaignStreamer {
    id displayName platform state code isCodeMasked sharedCouponId couponQuota couponsOrdered commissionBp
  }
`);
graphql(`
  fragment CampaignRow on Campaign {
    id version code name description rewardType percentBp amountMinor points giftText(locale: $locale) currency maxDiscountMinor minOrderMinor
    startsAt endsAt timezone codeMode redemptionsLimit budgetMinor status stateReason createdAt updatedAt
    figures { coupons reserved redeemed discountMinor discountHeldMinor points budgetMinor redemptionsLimit budgetUse }
    streamers { ...CampaignPartner }
  }
`);

/** Documents of campaigns. */
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
    query CampaignRecord($id: ID!, $locale: String) {
      record: campaign(id: $id) {
        ...CampaignRow giftTextI18n firstOrderOnly codePrefix couponsLimit perCouponLimit perAccountLimit reservationSeconds
        state stateChangedAt activatedAt openFields updatedBy { name }
        stores { id sid name } areas { id code name(locale: $locale) }
        exposure { uses discountMinor points needsAdmin }
        pulse { lastHour isLastHourMore refusedToday }
        actions { action isAllowed refusal }
      }
    }
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
  archive: graphql(`
    mutation ArchiveCampaign($input: ArchiveCampaignInput!) { saved: archiveCampaign(input: $input) { record: campaign { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateCampaign($input: DuplicateCampaignInput!) { saved: duplicateCampaign(input: $input) { record: campaign { id version } } }
  `),
};

/** How many campaigns that match were created since. */
export const campaignNewsSubscription = graphql(`
  subscription CampaignNews($since: DateTime!, $filter: CampaignFilter, $search: String) {
    campaignsCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);

/** Stores for the form and the filter. */
export const campaignStoresQuery = graphql(`
  query CampaignStores($search: String, $currency: String, $ids: [ID!]) { campaignStoreChoices(search: $search, currency: $currency, ids: $ids) { id sid name } }
`);

/** Areas for the form and the filter. */
export const campaignAreasQuery = graphql(`
  query CampaignAreas($search: String, $currency: String, $ids: [ID!], $locale: String) { campaignAreaChoices(search: $search, currency: $currency, ids: $ids) { id code name(locale: $locale) } }
`);

/** Currencies in which there are stores. */
export const campaignCurrenciesQuery = graphql(`
  query CampaignCurrencies { campaignCurrencies { code exponent countries } }
`);

/** Partners for the form and filters. */
export const campaignStreamersQuery = graphql(`
  query CampaignStreamers { streamers(first: 100, sort: { key: NAME, direction: ASC }) { nodes { id displayName platform state } } }
`);

/** What partners brought to a campaign. */
export const campaignPartnerFiguresQuery = graphql(`
  query CampaignPartnerFigures($id: ID!) { campaign(id: $id) { partnerFigures { streamerId redeemed commissionMinor } } }
`);
