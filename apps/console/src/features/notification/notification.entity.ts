import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { NotificationWholeFragment } from '../../generated/graphql.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import type { RichRecord } from '../../records/rich-record.ts';
import { notificationChangedSubscription } from './notification.operations.ts';
import { notificationDocuments } from './notification-record.operations.ts';

/** A notification as its page has it. */
export type NotificationRecord = NotificationWholeFragment;

/** Name of the list of the accounts of one notification. */
export const DELIVERIES = 'notification-deliveries';

/** Notifications to phones. */
export const notifications = {
  noun: 'notification',
  path: '/notifications',
  href: (id) => `/notifications/${id}`,
  titleKey: 'shell.page.notifications',
  placeKeys: { failed: 'notification.place.failed', missing: 'notification.place.missing' },
  machine: NOTIFICATION_MACHINE,
  lists: ['notifications', DELIVERIES],
  documents: notificationDocuments,
  titleOf: ({ title }) => title,
  notNow: ({ state }, t) => t('notification.action.not-now', { state: t(`notification.state.${state}`) }),
} satisfies RichRecord<NotificationRecord>;

/**
 * Follows a notification that is being sent. Figures update in place, and a change of state refetches everything. The
 * account list stays as it is until then, so that no row moves under the pointer.
 */
export function useNotificationNews({ id }: Pick<NotificationRecord, 'id'>): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const again = () => {
      void queryClient.invalidateQueries({ queryKey: ['notification', id, 'record'] });
      void refreshLists(queryClient, DELIVERIES);
    };
    return followLive(
      notificationChangedSubscription,
      { id },
      {
        onResult: ({ notificationChanged: now }) => {
          let isOther = false;
          queryClient.setQueriesData<NotificationRecord | null>(
            { queryKey: ['notification', id, 'record'] },
            (before) => {
              if (!before) return before;
              isOther ||= before.version !== now.version || before.state !== now.state;
              return { ...before, figures: now.figures, reasons: now.reasons };
            },
          );
          if (isOther) again();
        },
        onRecovered: again,
      },
    );
  }, [queryClient, id]);
}
