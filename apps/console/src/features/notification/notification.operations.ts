import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment NotificationRow on Notification {
    id version title(locale: $locale) topic { id kind name(locale: $locale) } state stateReason sendMode sendAt sendLocal timezone startsAt scheduledAt
    countryCodes areas { id name(locale: $locale) } badge { id name(locale: $locale) } segment { id name } lastSeenWithinDays notSeenWithinDays audienceEstimate audienceIsExact
    createdAt updatedAt createdBy { sub name } figures { ...NotificationCounts }
  }
`);
graphql(`
  fragment NotificationCounts on NotificationFigures { recipients sent received opened failed skipped deferred canceled pending }
`);
graphql(`
  fragment NotificationPlanWave on NotificationWave { timezone startsAt sendsAt localTime accounts isOver isShifted isQuiet }
`);
graphql(`
  fragment NotificationWhole on Notification {
    ...NotificationRow ...NotificationFields body(locale: $locale) stateChangedAt stateChangedBy { name } preparedAt startedAt completedAt audienceEstimatedAt wavePlan { ...NotificationPlanWave }
    reasons { state reason count } missingLocales isTested
    testSends { id at by { name } account { id publicNo displayName } devices detail isCurrent locale }
    resendOf { id title(locale: $locale) } resentBy { id title(locale: $locale) state } updatedBy { name } openFields
    actions { action isAllowed refusal }
  }
`);

/** Sends a draft to the phones of one account. */
export const sendTestNotificationMutation = graphql(`
  mutation SendTestNotification($input: SendTestNotificationInput!) { saved: sendTestNotification(input: $input) { record: notification { id version } } }
`);

/** How many notifications that match were created since. */
export const notificationNewsSubscription = graphql(`
  subscription NotificationNews($since: DateTime!, $filter: NotificationFilter, $search: String) {
    notificationsCreated(since: $since, filter: $filter, search: $search) { kind value countedAt }
  }
`);

/** One notification as it is, whenever something of it changes. */
export const notificationChangedSubscription = graphql(`
  subscription NotificationChanged($id: ID!) { notificationChanged(id: $id) { id version state startsAt figures { ...NotificationCounts } reasons { state reason count } } }
`);

/** Who is among the recipients, who is not and why, and when it goes out where. */
export const notificationAudienceQuery = graphql(`
  query NotificationAudience($input: NotificationAudienceInput!) {
    notificationAudience(input: $input) { ...AudienceFound }
  }
`);
graphql(`
  fragment AudienceFound on NotificationAudience {
    recipients kind at accounts excluded { reason count } holds { reason count } skipped { reason count } waves { ...NotificationPlanWave } firstAt lastAt
    isLarge needsTypedNumber approvalAbove
  }
`);

/** The same for a notification that is stored, which may go to the failed accounts of another one alone. */
export const notificationAudienceOfQuery = graphql(`
  query NotificationAudienceOf($id: ID!) { notificationAudienceOf(id: $id) { ...AudienceFound } }
`);

/** Recipients whose values a text is previewed with. */
export const notificationSamplesQuery = graphql(`
  query NotificationSamples($topicId: ID!) { notificationSamples(topicId: $topicId) { id publicNo firstName points store } }
`);

/** Accounts of one notification. */
export const deliveryDocuments = {
  page: graphql(`
    query DeliveryPage($first: Int, $after: String, $last: Int, $before: String, $filter: NotificationDeliveryFilter!, $sort: NotificationDeliverySort, $search: String, $startAt: ListStart) {
      list: notificationDeliveries(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...DeliveryRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query DeliveryCount($filter: NotificationDeliveryFilter!, $search: String) {
      list: notificationDeliveries(first: 1, filter: $filter, search: $search) { count { ...Counted } }
    }
  `),
};
graphql(`
  fragment DeliveryRow on Delivery {
    id account { id publicNo displayName countryCode timezone } state reason devices attempts notBefore sentAt receivedAt openedAt providerCode
  }
`);

/** People who have written notifications, for the filter. */
export const notificationAuthorsQuery = graphql(`
  query NotificationAuthors { notificationAuthors { sub name } }
`);

/** The account to which this person sends tests. */
export const myTestAccountQuery = graphql(`
  query MyTestAccount { myTestAccount { id publicNo displayName } }
`);

/** Topics to write about. */
export const notificationTopicsQuery = graphql(`
  query NotificationTopics($locale: String) {
    list: topics(first: 100) { nodes { id name(locale: $locale) kind archivedAt subscriberCount } }
  }
`);

/** Badges to narrow the recipients by. */
export const notificationBadgesQuery = graphql(`
  query NotificationBadges($locale: String) {
    list: badges(first: 100, filter: { state: { in: [ACTIVE, RETIRED] } }) { nodes { id name(locale: $locale) } }
  }
`);

/** Countries to narrow the recipients by. */
export const notificationCountriesQuery = graphql(`
  query NotificationCountries($locale: String) { countries { code name(locale: $locale) isActive } }
`);

/** Areas to narrow the recipients by. */
export const notificationAreasQuery = graphql(`
  query NotificationAreas($countryCodes: [String!], $locale: String) { areas(countryCodes: $countryCodes) { id code countryCode name(locale: $locale) isActive } }
`);
