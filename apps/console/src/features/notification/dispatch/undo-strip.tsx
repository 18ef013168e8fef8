import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../lib/api/graphql-client.ts';
import { RequestError } from '../../../lib/api/request-error.ts';
import { formatUnit } from '../../../lib/format/duration.ts';
import { changeSeen } from '../../../lib/record/record-steps.ts';
import { useRefreshRich } from '../../../records/rich-record.ts';
import { rightTo } from '../../../records/state-actions.ts';
import { type NotificationRecord, notifications } from '../notification.entity.ts';
import styles from '../notification.module.css';
import { notificationDocuments } from '../notification-record.operations.ts';

const SECOND_MS = 1_000;

const secondsUntil = (instant: string) => Math.max(0, Math.ceil((Date.parse(instant) - Date.now()) / SECOND_MS));

/** Seconds until an instant, counting down to 0. */
function useSecondsUntil(instant: string): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(instant));
  useEffect(() => {
    const count = () => setSeconds(secondsUntil(instant));
    count();
    const timer = setInterval(count, SECOND_MS / 2);
    return () => clearInterval(timer);
  }, [instant]);
  return seconds;
}

/**
 * Offers to undo an immediate send until it starts. The server sets the start, so that it is the same after a reload
 * and on another device.
 */
export function UndoStrip({
  notification,
  startsAt,
}: {
  readonly notification: NotificationRecord;
  readonly startsAt: string;
}) {
  const { t, locale } = useMessages();
  const refresh = useRefreshRich(notifications, notification.id);
  const seconds = useSecondsUntil(startsAt);
  const [key] = useState(newIdempotencyKey);
  const [isBusy, setBusy] = useState(false);
  const running = useRef(false);
  const whole = Math.max(1, (Date.parse(startsAt) - Date.parse(notification.scheduledAt ?? startsAt)) / SECOND_MS);
  const undo = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await changeSeen(notificationDocuments.unschedule, notification, {}, { idempotencyKey: key });
    } catch (error) {
      // The client has shown a toast: sending may have started at the same moment.
      if (!(error instanceof RequestError)) throw error;
    } finally {
      running.current = false;
      setBusy(false);
      await refresh();
    }
  };
  const isOver = seconds === 0;
  return (
    <div className={styles['undo']}>
      <span className={styles['undoBar']} aria-hidden="true">
        <span style={{ width: `${Math.min(100, (seconds / whole) * 100)}%` }} />
      </span>
      <span role="timer" aria-live="off">
        {isOver
          ? t('notification.undo.starting')
          : t('notification.undo.in', {
              time: formatUnit(seconds, 'second', locale),
            })}
      </span>
      <Button
        leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
        loading={isBusy}
        disabled={isOver || rightTo(notification, 'UNSCHEDULE')?.isAllowed !== true}
        onClick={() => void undo()}
      >
        {t('notification.undo.action')}
      </Button>
    </div>
  );
}
