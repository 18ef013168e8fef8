import { NOTIFICATION_MACHINE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { IconBell } from '@tabler/icons-react';
import { Link, useParams } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { CopyChip } from '../../lib/format/copy-chip.tsx';
import { lazyPart, part } from '../../lib/page/part.ts';
import { useRecordNeighbours } from '../../listing/address/use-record-neighbours.ts';
import type { EarlierValues } from '../../records/history/put-back.tsx';
import { RecordActionBar } from '../../records/record-action-bar.tsx';
import { RecordGate } from '../../records/record-gate.tsx';
import { RecordPage, useRecordSearch, useRecordTab } from '../../records/record-page.tsx';
import { mainOf, rightTo } from '../../records/state-actions.ts';
import { DeliveriesTab } from './dispatch/deliveries-tab.tsx';
import { NotificationProgress } from './dispatch/notification-progress.tsx';
import { UndoStrip } from './dispatch/undo-strip.tsx';
import styles from './notification.module.css';
import { type NotificationDialogName, useNotificationActions } from './notification-action-list.ts';
import { recipientsWords } from './notification-columns.tsx';
import { NotificationStateMark } from './notification-state.tsx';
import { placeOfStart, startWords, stateReasonWords } from './notification-words.ts';
import {
  NOTIFICATION_LISTS,
  type NotificationRecord,
  useNotification,
  useNotificationNews,
} from './use-notification.ts';

const EditNotification = part(() => import('./form/edit-notification.tsx'), 'EditNotification');
const ContentTab = lazyPart(() => import('./content-tab.tsx'), 'ContentTab');
const TimingTab = lazyPart(() => import('./dispatch/timing-tab.tsx'), 'TimingTab');
const NotificationChanges = lazyPart(() => import('./notification-changes.tsx'), 'NotificationChanges');
const NotificationDialog = part(() => import('./notification-dialog.tsx'), 'NotificationDialog');
const ScheduleDialog = part(() => import('./dispatch/schedule-dialog.tsx'), 'ScheduleDialog');

/** `/notifications/{id}`. */
export function NotificationAccountsPage() {
  const { t } = useMessages();
  const { id = '' } = useParams({ strict: false });
  const notification = useNotification(id);
  return (
    <RecordGate
      query={notification}
      words={{ failed: t('notification.place.failed'), missing: t('notification.place.missing') }}
      list={{ path: '/notifications', title: t('shell.page.notifications') }}
    >
      {(loaded) => <NotificationPage key={id} notification={loaded} />}
    </RecordGate>
  );
}

function NotificationPage({ notification }: { readonly notification: NotificationRecord }) {
  const formats = useMessages();
  const { t } = formats;
  const go = useRecordSearch();
  const neighbours = useRecordNeighbours(
    NOTIFICATION_LISTS.notifications,
    notification.id,
    (id) => `/notifications/${id}`,
  );
  useNotificationNews(notification);
  const recipients = recipientsWords(notification, formats);
  const tabs = [
    { key: 'accounts', label: t('notification.tab.accounts'), ...(recipients === null ? {} : { count: recipients }) },
    { key: 'content', label: t('notification.tab.content') },
    { key: 'timing', label: t('notification.tab.timing') },
    { key: 'history', label: t('notification.tab.history') },
  ];
  const { tab, isEditing: isEditAsked } = useRecordTab(tabs);
  const isEditing = isEditAsked && rightTo(notification, 'EDIT')?.isAllowed === true;
  const [dialog, setDialog] = useState<NotificationDialogName | null>(null);
  const [earlier, setEarlier] = useState<EarlierValues | null>(null);
  const edit = (values: EarlierValues | null) => {
    setEarlier(values);
    go('edit');
  };

  if (isEditing) {
    return <EditNotification notification={notification} earlier={earlier} onDone={() => go('', { replace: true })} />;
  }
  const close = () => setDialog(null);
  const starts = startWords(notification, formats);
  const { state, stateReason, startsAt, sendMode, resendOf } = notification;
  return (
    <RecordPage
      picture={
        <span className="bc-record-picture">
          <IconBell size={24} stroke={1.75} aria-hidden />
        </span>
      }
      title={notification.title}
      state={
        <>
          <NotificationStateMark state={state} variant="pill" />
          {stateReason ? (
            <span className={styles['why']} dir="auto">
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
      actions={<NotificationActions notification={notification} onEdit={() => edit(null)} onDialog={setDialog} />}
      tabs={tabs}
      tab={tab}
      neighbours={neighbours}
    >
      {state === 'SCHEDULED' && sendMode === 'NOW' && startsAt ? (
        <UndoStrip notification={notification} startsAt={startsAt} />
      ) : null}
      <NotificationProgress notification={notification} />
      <Suspense>
        {tab === 'content' ? (
          <ContentTab notification={notification} />
        ) : tab === 'timing' ? (
          <TimingTab notification={notification} />
        ) : tab === 'history' ? (
          <NotificationChanges notification={notification} onRestore={edit} />
        ) : (
          <DeliveriesTab notification={notification} />
        )}
      </Suspense>
      {dialog === null ? null : dialog === 'schedule' ? (
        <ScheduleDialog notification={notification} onClose={close} onScheduled={close} />
      ) : (
        <NotificationDialog dialog={dialog} notification={notification} onClose={close} />
      )}
    </RecordPage>
  );
}

/** Actions preferred as filled buttons, at the end of the header. */
const MAIN = ['schedule', 'unschedule', 'pause', 'resume'];

function NotificationActions(props: Parameters<typeof useNotificationActions>[0]) {
  const { t } = useMessages();
  const all = useNotificationActions(props);
  const { state } = props.notification;
  const main = state === 'FAILED' ? 'resend' : mainOf(NOTIFICATION_MACHINE, state, all, MAIN);
  const behind = ['duplicate', 'cancel'].filter((key) => key !== main);
  const ordered = [...all.filter(({ key }) => key !== main), ...all.filter(({ key }) => key === main)];
  return <RecordActionBar actions={ordered} main={main} inMenu={behind} moreLabel={t('account.action.more')} />;
}
