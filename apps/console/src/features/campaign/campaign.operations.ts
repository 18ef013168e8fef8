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
graphql(`
  fragment CampaignWhole on Campaign {
    ...CampaignRow ...CampaignFields state stateChangedAt activatedAt openFields updatedBy { name }
    segment { id name } stores { id sid name } areas { id code name(locale: $locale) }
    exposure { uses discountMinor points needsAdmin } pulse { lastHour isLastHourMore refusedToday }
    actions { action isAllowed refusal }
  }
`);

/** How many campaigns that match were created since. */
export const campaignNewsSubscription = graphql(`
  subscription CampaignNews($since: DateTime!, $filter: CampaignFilter, $search: String) {
    campaignsCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);

/** Costs of campaigns that have ended, to estimate those of another one. */
export const comparableCampaignsQuery = graphql(`
  query ComparableCampaigns($filter: CampaignFilter!) { campaigns(first: 50, filter: $filter) { nodes { id percentBp figures { redeemed discountMinor } } } }
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

export const campaignReservationDefaultQuery = graphql(`
  query CampaignReservationDefault { campaignReservationDefault }
`);
