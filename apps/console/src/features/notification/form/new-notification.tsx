import { useMessages } from '@backcounter/i18n/react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import type { CreateNotificationInput } from '../../../generated/graphql.ts';
import { request } from '../../../lib/api/graphql-client.ts';
import { refreshLists } from '../../../listing/use-list-data.ts';
import { filled } from '../../../records/form/field-map.ts';
import { notificationDocuments } from '../notification-record.operations.ts';
import { NOTIFICATION_LISTS } from '../use-notification.ts';
import { NotificationForm } from './notification-form.tsx';
import { newNotificationValues, notificationInput } from './notification-form-values.ts';

interface NewNotificationProps {
  /** Segment of its audience to begin with. */
  readonly segmentId: string | null;
  readonly onClose: () => void;
}

/** `/notifications?new`: the form of a new notification; with `segment={id}` for its members. */
export function NewNotification({ segmentId, onClose }: NewNotificationProps) {
  const { t, timeZone } = useMessages();
  const router = useRouter();
  const queryClient = useQueryClient();
  const created = useRef<string>(undefined);
  return (
    <NotificationForm
      label={t('notification.new.title')}
      record="notification:new"
      base={newNotificationValues(timeZone, segmentId)}
      version={0}
      stored={null}
      isOpen={() => true}
      save={async (mine, _base, _version, idempotencyKey) => {
        const input = filled(notificationInput(mine)) as unknown as CreateNotificationInput;
        const { saved } = await request(
          notificationDocuments.create,
          { input },
          { idempotencyKey, errorsShown: 'in-place' },
        );
        created.current = saved.record.id;
      }}
      onSaved={(next) => {
        void refreshLists(queryClient, NOTIFICATION_LISTS.notifications);
        const search = next === null ? '' : `?${new URLSearchParams({ edit: '', step: next })}`;
        void router.navigate({ href: `/notifications/${created.current}${search}`, replace: next !== null });
      }}
      onCancel={onClose}
      onScheduled={onClose}
    />
  );
}
