// Written by apps/console/record-fragments.ts. `<Type>Columns`: what lists ask of a row; `<Type>Fields`: what a record's page asks.
import { graphql } from '../generated/gql.ts';

graphql(`
  fragment AccountColumns on Account { email phone locale pushConsent }
`);
graphql(`
  fragment AccountFields on Account { displayName email phone locale timezone birthDate pushConsent }
`);
graphql(`
  fragment AreaRecordFields on AreaRecord { countryCode code nameI18n timezone isActive }
`);
graphql(`
  fragment BadgeCategoryFields on BadgeCategory { code nameI18n }
`);
graphql(`
  fragment BadgeFields on Badge { categoryId code nameI18n descriptionI18n criteriaI18n awardMode ruleKind ruleThreshold isRepeatable autoRevoke validityDays }
`);
graphql(`
  fragment CampaignFields on Campaign { name code description rewardType currency percentBp maxDiscountMinor amountMinor points giftTextI18n minOrderMinor firstOrderOnly codeMode codePrefix couponsLimit perCouponLimit perAccountLimit redemptionsLimit budgetMinor reservationSeconds timezone startsAt endsAt }
`);
graphql(`
  fragment CountryRecordFields on CountryRecord { nameI18n currency dialCode defaultTimezone defaultLocale minAge isActive }
`);
graphql(`
  fragment GiveawayFields on Giveaway { code titleI18n descriptionI18n rulesI18n minAge maxTicketsPerAccount maxEntries entryCostPoints opensAt closesAt drawAt timezone alternates claimDays }
`);
graphql(`
  fragment MachineClientFields on MachineClient { clientId name scopes }
`);
graphql(`
  fragment NotificationFields on Notification { titleI18n bodyI18n deepLink imageUrl lastSeenWithinDays notSeenWithinDays sendMode timezone sendAt sendLocal notAfter throttlePerMinute ttlSeconds ignoreQuietHours ignoreFrequencyCap }
`);
graphql(`
  fragment ReleaseFields on Release { number date }
`);
graphql(`
  fragment SegmentFields on Segment { name description rule }
`);
graphql(`
  fragment StoreFields on Store { sid name countryCode areaId timezone addressLine city postalCode contactEmail contactPhone openedOn }
`);
graphql(`
  fragment StreamerFields on Streamer { displayName platform channelUrl countryCode staffSub }
`);
graphql(`
  fragment TopicCategoryFields on TopicCategory { code nameI18n }
`);
graphql(`
  fragment TopicFields on Topic { categoryId code nameI18n descriptionI18n kind defaultSubscribed }
`);
