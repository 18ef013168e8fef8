import { useMessages } from '@backcounter/i18n/react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { NotificationWholeFragment } from '../../generated/graphql.ts';
import { load } from '../../lib/api/graphql-client.ts';
import { followLive } from '../../lib/live/live-feed.ts';
import { refreshLists } from '../../listing/use-list-data.ts';
import { notificationChangedSubscription } from './notification.operations.ts';
import { notificationDocuments } from './notification-record.operations.ts';

/** A notification as its page has it. */
export type NotificationRecord = NotificationWholeFragment;

/** Names of the lists of notifications and their deliveries. */
export const NOTIFICATION_LISTS = { notifications: 'notifications', deliveries: 'notification-deliveries' } as const;

/** One notification; null if it does not exist or this person may not see it. */
export function useNotification(id: string) {
  const { locale } = useMessages();
  return useQuery({
    queryKey: ['notification', id, 'record', locale],
    queryFn: async ({ signal }) => (await load(notificationDocuments.record, { id, locale }, signal)).record ?? null,
    gcTime: 0,
  });
}

/** Refetches the notification, the data on its page, and the lists, after a change. */
export function useRefreshNotification(id: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return useCallback(async () => {
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: ['notification', id] }),
      ...Object.values(NOTIFICATION_LISTS).map((list) => refreshLists(queryClient, list)),
    ]);
  }, [queryClient, id]);
}

/**
 * Follows a notification that is being sent. Figures update in place, and a change of state refetches everything. The
 * account list stays as it is until then, so that no row moves under the pointer.
 */
export function useNotificationNews({ id }: Pick<NotificationRecord, 'id'>): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const again = () => {
      void queryClient.invalidateQueries({ queryKey: ['notification', id, 'record'] });
      void refreshLists(queryClient, NOTIFICATION_LISTS.deliveries);
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
