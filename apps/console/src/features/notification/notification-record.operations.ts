// Written by apps/console/record-fragments.ts.
import { graphql } from '../../generated/gql.ts';

graphql(`
  fragment NotificationFields on Notification { titleI18n bodyI18n deepLink imageUrl lastSeenWithinDays notSeenWithinDays sendMode timezone sendAt sendLocal notAfter throttlePerMinute ttlSeconds ignoreQuietHours ignoreFrequencyCap }
`);

/** Documents of the notification for the kit of records. */
export const notificationDocuments = {
  page: graphql(`
    query NotificationPage($first: Int, $after: String, $last: Int, $before: String, $filter: NotificationFilter, $sort: NotificationSort, $search: String, $startAt: ListStart, $locale: String) {
      list: notifications(first: $first, after: $after, last: $last, before: $before, filter: $filter, sort: $sort, search: $search, startAt: $startAt) {
        nodes { ...NotificationRow } pageInfo { ...Ends } matchedBy
      }
    }
  `),
  count: graphql(`
    query NotificationCount($filter: NotificationFilter, $search: String) { list: notifications(first: 1, filter: $filter, search: $search) { count { ...Counted } } }
  `),
  record: graphql(`
    query NotificationRecord($id: ID!, $locale: String) { record: notification(id: $id) { ...NotificationWhole } }
  `),
  history: graphql(`
    query NotificationHistory($id: ID!, $first: Int!, $after: String) { record: notification(id: $id) { history(first: $first, after: $after) { ...Events } } }
  `),
  create: graphql(`
    mutation CreateNotification($input: CreateNotificationInput!) { saved: createNotification(input: $input) { record: notification { id version } } }
  `),
  update: graphql(`
    mutation UpdateNotification($input: UpdateNotificationInput!) { saved: updateNotification(input: $input) { record: notification { id version } } }
  `),
  schedule: graphql(`
    mutation ScheduleNotification($input: ScheduleNotificationInput!) { saved: scheduleNotification(input: $input) { record: notification { id version } } }
  `),
  unschedule: graphql(`
    mutation UnscheduleNotification($input: UnscheduleNotificationInput!) { saved: unscheduleNotification(input: $input) { record: notification { id version } } }
  `),
  pause: graphql(`
    mutation PauseNotification($input: PauseNotificationInput!) { saved: pauseNotification(input: $input) { record: notification { id version } } }
  `),
  resume: graphql(`
    mutation ResumeNotification($input: ResumeNotificationInput!) { saved: resumeNotification(input: $input) { record: notification { id version } } }
  `),
  cancel: graphql(`
    mutation CancelNotification($input: CancelNotificationInput!) { saved: cancelNotification(input: $input) { record: notification { id version } } }
  `),
  resend: graphql(`
    mutation ResendNotification($input: ResendNotificationInput!) { saved: resendNotification(input: $input) { record: notification { id version } } }
  `),
  duplicate: graphql(`
    mutation DuplicateNotification($input: DuplicateNotificationInput!) { saved: duplicateNotification(input: $input) { record: notification { id version } } }
  `),
};
