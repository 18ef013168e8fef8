import { useMessages } from '@backcounter/i18n/react';
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import type { NotificationRecord } from '../notification.entity.ts';
import styles from '../notification.module.css';

/** Live progress of sending; renders nothing before and after. */
export function NotificationProgress({ notification }: { readonly notification: NotificationRecord }) {
  const { t, figure } = useMessages();
  const { state, figures } = notification;
  if (state !== 'PREPARING' && state !== 'SENDING' && state !== 'PAUSED') return null;
  const { recipients, sent, failed, skipped, canceled, deferred } = figures;
  const done = sent + failed + skipped + canceled;
  const words =
    state === 'PREPARING'
      ? t('notification.progress.preparing', { count: recipients })
      : t('notification.progress.sent', { done: figure(done), all: figure(recipients) });
  return (
    <div className={styles['progress']} data-state={state}>
      <Progress
        size={8}
        value={recipients === 0 ? 0 : (done / recipients) * 100}
        aria-label={t('notification.progress.label')}
        {...(state === 'PAUSED' ? { color: 'var(--bc-warning-fill)' } : {})}
      />
      <span>
        {words}
        {deferred > 0 ? <> · {t('notification.progress.deferred', { count: deferred })}</> : null}
      </span>
    </div>
  );
}
