import { useMessages } from '@backcounter/i18n/react';
import { filled } from '../../../records/form/field-map.ts';
import { useCreation } from '../../../records/rich-record.ts';
import { notifications } from '../notification.entity.ts';
import { NotificationForm } from './notification.form.tsx';
import { type NotificationValues, newNotificationValues, notificationInput } from './notification-form-values.ts';

interface NewNotificationProps {
  /** Segment of its audience to begin with. */
  readonly segmentId: string | null;
  readonly onClose: () => void;
}

/** `/notifications?new`: the form of a new notification; with `segment={id}` for its members. */
export function NewNotification({ segmentId, onClose }: NewNotificationProps) {
  const { t, timeZone } = useMessages();
  const { open, ...creation } = useCreation(notifications, (mine: NotificationValues) =>
    filled(notificationInput(mine)),
  );
  return (
    <NotificationForm
      {...creation}
      label={t('notification.new.title')}
      base={newNotificationValues(timeZone, segmentId)}
      stored={null}
      onSaved={(next) =>
        next === null ? open() : open(`?${new URLSearchParams({ edit: '', step: next })}`, { replace: true })
      }
      onCancel={onClose}
      onScheduled={onClose}
    />
  );
}
