import { changesIn } from '../../records/history/change-list.tsx';
import { richHistory } from '../../records/history/rich-history.tsx';
import { editedNotification } from './form/edit-notification.tsx';
import { notificationFormValues } from './form/notification-form-values.ts';
import { useNotificationWords } from './form/use-notification-words.ts';
import { type NotificationRecord, notifications } from './notification.entity.ts';

/** Fields whose earlier values the form can restore one at a time. */
const RESTORABLE = [
  'topicId',
  'deepLink',
  'imageUrl',
  'badgeId',
  'segmentId',
  'lastSeenWithinDays',
  'notSeenWithinDays',
  'notAfter',
  'throttlePerMinute',
] as const;

/** Change history of the notification. */
export const NotificationChanges = richHistory<NotificationRecord>(
  notifications,
  useNotificationWords,
  (notification) => {
    const values = notificationFormValues(editedNotification(notification));
    return Object.fromEntries(RESTORABLE.map((field) => [field, values[field] ?? null]));
  },
);

/** Changes of a notification with its labels, for pages of other features. */
export const NotificationChangeList = changesIn(useNotificationWords);
