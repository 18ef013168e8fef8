import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { changedInput } from '../../../records/form/field-map.ts';
import { useRecordSearch } from '../../../records/record-page.tsx';
import type { EditorPart } from '../../../records/record-screen.tsx';
import { editOf, useRefreshRich } from '../../../records/rich-record.ts';
import { type NotificationRecord, notifications } from '../notification.entity.ts';
import { NotificationForm } from './notification.form.tsx';
import { type NotificationValues, notificationFormValues, notificationInput } from './notification-form-values.ts';

/** The fields of a notification that the form edits. */
export function editedNotification(notification: NotificationRecord) {
  return {
    ...notification,
    topicId: notification.topic.id,
    badgeId: notification.badge?.id ?? null,
    segmentId: notification.segment?.id ?? null,
    areaIds: notification.areas.map(({ id }) => id),
  };
}

/** `/notifications/{id}?edit`; `&step=…` opens a step. */
export function EditNotification({ record: notification, earlier, onDone }: EditorPart<NotificationRecord>) {
  const { t } = useMessages();
  const go = useRecordSearch();
  const refresh = useRefreshRich(notifications, notification.id);
  // Only a save of this form resets it. A colleague's save in between shows as a conflict, and no input is lost.
  const [round, setRound] = useState(0);
  const terms = editedNotification(notification);
  return (
    <NotificationForm
      key={round}
      {...editOf(notifications, notification, round === 0 ? earlier : null, (mine: NotificationValues, base) =>
        changedInput(notificationInput(mine), notificationInput(base)),
      )}
      label={t('notification.edit.title', { title: notification.title })}
      base={notificationFormValues(terms)}
      stored={notification}
      onSaved={async (next) => {
        if (next === null) {
          void refresh();
          return onDone();
        }
        go(`${new URLSearchParams({ edit: '', step: next })}`, { replace: true });
        await refresh();
        setRound((before) => before + 1);
      }}
      onCancel={onDone}
      onScheduled={onDone}
    />
  );
}
