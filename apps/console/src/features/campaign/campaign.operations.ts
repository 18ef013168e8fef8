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
    mutation CreateCampaign($input: CreateCampaignInput!) { saved: createCampaign(input: $input) { id version } }
  `),
  update: graphql(`
    mutation UpdateCampaign($id: ID!, $expectedVersion: Int!, $input: UpdateCampaignInput!) { saved: updateCampaign(id: $id, expectedVersion: $expectedVersion, input: $input) { id version } }
  `),
  activate: graphql(`
    mutation ActivateCampaign($id: ID!, $expectedVersion: Int!, $agreed: AgreedExposureInput!, $reason: String, $confirmCode: String) {
      saved: activateCampaign(id: $id, expectedVersion: $expectedVersion, agreed: $agreed, reason: $reason, confirmCode: $confirmCode) { id version }
    }
  `),
  pause: graphql(`
    mutation PauseCampaign($id: ID!, $expectedVersion: Int!, $reason: String!) { saved: pauseCampaign(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  resume: graphql(`
    mutation ResumeCampaign($id: ID!, $expectedVersion: Int!, $reason: String) { saved: resumeCampaign(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  cancel: graphql(`
    mutation CancelCampaign($id: ID!, $expectedVersion: Int!, $reason: String!, $confirmCode: String!) {
      saved: cancelCampaign(id: $id, expectedVersion: $expectedVersion, reason: $reason, confirmCode: $confirmCode) { id version }
    }
  `),
  archive: graphql(`
    mutation ArchiveCampaign($id: ID!, $expectedVersion: Int!, $reason: String) { saved: archiveCampaign(id: $id, expectedVersion: $expectedVersion, reason: $reason) { id version } }
  `),
  duplicate: graphql(`
    mutation DuplicateCampaign($id: ID!, $code: String!, $name: String!) { saved: duplicateCampaign(id: $id, code: $code, name: $name) { id version } }
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
