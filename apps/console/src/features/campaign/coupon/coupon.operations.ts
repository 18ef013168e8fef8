import { graphql } from '../../../generated/gql.ts';

graphql(`
  fragment CouponRow on Coupon {
    id campaignId last4 kind status version streamer { id name } batch { id number } usesConfirmed usesReserved usesMax lastUsedAt validFrom validUntil
    disabledReason createdAt actions { action isAllowed refusal }
  }
`);
graphql(`
  fragment BatchRow on CouponBatch {
    id number requested generated status streamer { id name } expiresAt createdAt createdBy { name } jobId
  }
`);

/** Coupons of one campaign. */
export const couponDocuments = {
  page: graphql(`
    query CouponPage($first: Int, $after: String, $last: Int, $before: String, $filter: CouponFilter!, $sort: CouponSort, $search: String, $startAt: ListStart) {
      list: coupons(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...CouponRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query CouponCount($filter: CouponFilter!, $search: String) { list: coupons(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
};

/** The first coupons of a campaign that a partner may see: their own. */
export const ownCouponsQuery = graphql(`
  query OwnCoupons($filter: CouponFilter!, $first: Int!, $after: String) {
    coupons(filter: $filter, first: $first, after: $after) { nodes { ...CouponRow } pageInfo { ...Ends } }
  }
`);

/** What may still be ordered. */
export const couponAllowanceQuery = graphql(`
  query CouponAllowance($campaignId: ID!) { couponAllowance(campaignId: $campaignId) { limit ordered left } }
`);

/** Orders of codes, newest first. */
export const couponBatchesQuery = graphql(`
  query CouponBatches($filter: CouponBatchFilter!, $first: Int!, $after: String) {
    couponBatches(filter: $filter, first: $first, after: $after) { nodes { ...BatchRow } pageInfo { ...Ends } }
  }
`);

/** Orders codes. */
export const generateCouponsMutation = graphql(`
  mutation GenerateCoupons($input: GenerateCouponsInput!) { generateCoupons(input: $input) { couponBatch { ...BatchRow } } }
`);

/** Stops a code from being used. */
export const disableCouponMutation = graphql(`
  mutation DisableCoupon($input: DisableCouponInput!) {
    disableCoupon(input: $input) { coupon { id version } }
  }
`);

/** Lets it be used again. */
export const enableCouponMutation = graphql(`
  mutation EnableCoupon($input: EnableCouponInput!) {
    enableCoupon(input: $input) { coupon { id version } }
  }
`);

/** Whole codes; the trail keeps who saw which. */
export const revealCouponsMutation = graphql(`
  mutation RevealCoupons($campaignId: ID!, $ids: [ID!]!) { revealCoupons(input: { campaignId: $campaignId, ids: $ids }) { coupons { id formatted } } }
`);

/** What an action would do with the selected coupons. */
export const couponBulkPreviewQuery = graphql(`
  query CouponBulkPreview($selection: CouponSelection!, $action: CouponBulkAction!) {
    previewCouponBulk(selection: $selection, action: $action) { upTo kind total groups { outcome reason count samples { id campaignId last4 } } }
  }
`);

/** Starts the job. */
export const startCouponBulkMutation = graphql(`
  mutation StartCouponBulk($input: StartCouponBulkInput!) { startCouponBulk(input: $input) { job { id } } }
`);

/** Why a code can or cannot be redeemed, and what has become of it. */
export const checkCouponQuery = graphql(`
  query CheckCoupon($input: CheckCouponInput!) {
    checkCoupon(input: $input) {
      formatted kind isWellFormed meant verdict
      coupon { ...CouponRow }
      campaign { id code name status currency }
      rules { rule outcome refusal detail isDecisive isReached }
      story { at kind by { name } redemptionId reason storeName accountId accountNumber orderRef discountMinor currency points }
    }
  }
`);

/** One coupon. */
export const couponRecordQuery = graphql(`
  query CouponRecord($campaignId: ID!, $id: ID!) { coupon(campaignId: $campaignId, id: $id) { ...CouponRow } }
`);

/** The job that makes the codes of a batch. */
export const batchJobQuery = graphql(`
  query BatchJob($id: ID!) { job(id: $id) { ...JobView } }
`);

/** State and use of pasted codes of any campaign. */
export const couponUseQuery = graphql(`
  query CouponUse($selections: [ID!]!) { couponUse(selections: $selections) { by id name count } }
`);
