import { useMessages } from '@backcounter/i18n/react';
import { useMemo } from 'react';
import { changesIn } from '../../records/history/change-list.tsx';
import { HistoryTab } from '../../records/history/history-tab.tsx';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { rightTo } from '../../records/state-actions.ts';
import { editedNotification } from './form/edit-notification.tsx';
import { notificationFormValues } from './form/notification-form-values.ts';
import { useNotificationWords } from './form/use-notification-words.ts';
import { notificationDocuments } from './notification-record.operations.ts';
import type { NotificationRecord } from './use-notification.ts';

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

interface NotificationChangesProps {
  readonly notification: NotificationRecord;
  /** Opens the form with earlier values. */
  readonly onRestore: (earlier: EarlierValues) => void;
}

/** Change history of the notification. */
export function NotificationChanges({ notification, onRestore }: NotificationChangesProps) {
  const { t } = useMessages();
  const words = useNotificationWords();
  const present = useMemo(() => {
    const values = notificationFormValues(editedNotification(notification));
    return Object.fromEntries(RESTORABLE.map((field) => [field, values[field] ?? null]));
  }, [notification]);
  return (
    <HistoryTab
      {...words}
      putBack={{
        present,
        open: rightTo(notification, 'EDIT')?.isAllowed ? onRestore : null,
        whyNot: t('notification.action.not-now', { state: t(`notification.state.${notification.state}`) }),
      }}
      queryKey={['notification', notification.id, 'history']}
      id={notification.id}
      document={notificationDocuments.history}
    />
  );
}

/** Changes of a notification with its labels, for pages of other features. */
export const NotificationChangeList = changesIn(useNotificationWords);
