import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import type { NotificationPatchInput } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { changedInput } from '../../../records/form/field-map.ts';
import type { EarlierValues } from '../../../records/history/put-back.tsx';
import { useRecordSearch } from '../../../records/record-page.tsx';
import { notificationDocuments } from '../notification-record.operations.ts';
import { type NotificationRecord, useRefreshNotification } from '../use-notification.ts';
import { NotificationForm } from './notification-form.tsx';
import { notificationFormValues, notificationInput } from './notification-form-values.ts';

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

interface EditNotificationProps {
  readonly notification: NotificationRecord;
  readonly earlier: EarlierValues | null;
  readonly onDone: () => void;
}

/** `/notifications/{id}?edit`; `&step=…` opens a step. */
export function EditNotification({ notification, earlier, onDone }: EditNotificationProps) {
  const { t } = useMessages();
  const go = useRecordSearch();
  const refresh = useRefreshNotification(notification.id);
  // Only a save of this form resets it. A colleague's save in between shows as a conflict, and no input is lost.
  const [round, setRound] = useState(0);
  const terms = editedNotification(notification);
  return (
    <NotificationForm
      key={round}
      label={t('notification.edit.title', { title: notification.title })}
      record={`notification:${notification.id}`}
      base={notificationFormValues(terms)}
      version={notification.version}
      {...(earlier && round === 0 ? { earlier: earlier.values } : {})}
      stored={notification}
      isOpen={(field) => notification.openFields.includes(field)}
      save={async (mine, base, expectedVersion, idempotencyKey) => {
        const patch = changedInput(notificationInput(mine), notificationInput(base)) as NotificationPatchInput;
        await request(
          notificationDocuments.update,
          { input: { id: notification.id, expectedVersion, patch } },
          { idempotencyKey, errorsShown: 'in-place' },
        );
      }}
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
