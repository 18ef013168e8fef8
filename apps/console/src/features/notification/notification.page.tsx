import { useMessages } from '@backcounter/i18n/react';
import { IconBell } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { lazyPart, part } from '../../lib/page/part.ts';
import { RecordScreen, richPage } from '../../records/record-screen.tsx';
import { DeliveriesTab } from './dispatch/deliveries-tab.tsx';
import { NotificationProgress } from './dispatch/notification-progress.tsx';
import { UndoStrip } from './dispatch/undo-strip.tsx';
import { type NotificationRecord, notifications, useNotificationNews } from './notification.entity.ts';
import { notificationActions } from './notification.steps.ts';
import { recipientsWords } from './notification-columns.tsx';
import { NotificationStateMark } from './notification-state.tsx';
import { placeOfStart, startWords, stateReasonWords } from './notification-words.ts';

const EditNotification = part(() => import('./form/edit-notification.tsx'), 'EditNotification');
const ContentTab = lazyPart(() => import('./content-tab.tsx'), 'ContentTab');
const TimingTab = lazyPart(() => import('./dispatch/timing-tab.tsx'), 'TimingTab');
const NotificationChanges = lazyPart(() => import('./notification-changes.tsx'), 'NotificationChanges');
const NotificationDialog = part(() => import('./notification-dialog.tsx'), 'NotificationDialog');
const ScheduleDialog = part(() => import('./dispatch/schedule-dialog.tsx'), 'ScheduleDialog');

/** `/notifications/{id}`. */
export const NotificationAccountsPage = richPage(notifications, NotificationPage);

function NotificationPage({ record: notification }: { readonly record: NotificationRecord }) {
  const formats = useMessages();
  const { t } = formats;
  useNotificationNews(notification);
  const recipients = recipientsWords(notification, formats);
  const starts = startWords(notification, formats);
  const { state, stateReason, startsAt, sendMode, resendOf } = notification;
  return (
    <RecordScreen
      kind={notifications}
      record={notification}
      icon={IconBell}
      state={
        <>
          <NotificationStateMark state={state} variant="pill" />
          {stateReason ? (
            <span className="bc-muted" dir="auto">
              {stateReasonWords(stateReason, formats)}
            </span>
          ) : null}
        </>
      }
      facts={[
        <CopyChip key="id" value={notification.id} />,
        <span key="topic" dir="auto">
          {notification.topic.name}
        </span>,
        <span key="starts">
          {starts === null ? (
            t('notification.start.open')
          ) : (
            <>
              {starts}, <bdi>{placeOfStart(notification, formats)}</bdi>
            </>
          )}
        </span>,
        resendOf ? (
          <Link key="resend" to="/notifications/$id" params={{ id: resendOf.id }}>
            {t('notification.fact.resend-of', { title: resendOf.title })}
          </Link>
        ) : (
          <span key="author" dir="auto">
            {t('notification.fact.by', { name: notification.createdBy?.name ?? t('listing.value.empty') })}
          </span>
        ),
      ]}
      actions={notificationActions}
      tabs={[
        {
          key: 'accounts',
          label: t('notification.tab.accounts'),
          ...(recipients === null ? {} : { count: recipients }),
          Part: DeliveriesTab,
        },
        { key: 'content', label: t('notification.tab.content'), Part: ContentTab },
        { key: 'timing', label: t('notification.tab.timing'), Part: TimingTab },
        { key: 'history', label: t('notification.tab.history'), Part: NotificationChanges },
      ]}
      Editor={EditNotification}
      dialog={(dialog, { close }) =>
        dialog === 'schedule' ? (
          <ScheduleDialog notification={notification} onClose={close} onScheduled={close} />
        ) : (
          <NotificationDialog dialog={dialog} notification={notification} onClose={close} />
        )
      }
    >
      {state === 'SCHEDULED' && sendMode === 'NOW' && startsAt ? (
        <UndoStrip notification={notification} startsAt={startsAt} />
      ) : null}
      <NotificationProgress notification={notification} />
    </RecordScreen>
  );
}
