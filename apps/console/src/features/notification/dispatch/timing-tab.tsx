import { useMessages } from '@backcounter/i18n/react';
import { IconHistory } from '@tabler/icons-react';
import { errorKeyOf } from '../../../lib/api/error-text.ts';
import { ExactTime } from '../../../lib/format/exact-time.tsx';
import { FactList, RecordCard } from '../../../records/record-page.tsx';
import type { TabPart } from '../../../records/record-screen.tsx';
import { useAudienceOf } from '../audience/use-audience.ts';
import type { NotificationRecord } from '../notification.entity.ts';
import styles from '../notification.module.css';
import { audienceWords, instantWords, stateReasonWords, whenWords } from '../notification-words.ts';
import { WaveTable } from './wave-table.tsx';

/** Schedule, audience and limits of a notification, and its events so far. */
export function TimingTab({ record: notification }: TabPart<NotificationRecord>) {
  const formats = useMessages();
  const { t } = formats;
  const isAhead = notification.state === 'DRAFT' && notification.sendMode === 'AT_LOCAL';
  const audience = useAudienceOf(notification.id, notification.version, isAhead);
  const waves = notification.wavePlan.length > 0 ? notification.wavePlan : (audience.data?.waves ?? []);
  const yes = (value: boolean) => t(value ? 'listing.filter.yes' : 'listing.filter.no');
  const time = (at: string | null | undefined) => (at ? instantWords(at, formats) : t('listing.value.empty'));
  const moment = (at: string | null | undefined) => (at ? <ExactTime at={at} /> : t('listing.value.empty'));
  const isService = notification.topic.kind === 'SERVICE';
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <RecordCard title={t('notification.step.timing')}>
          <FactList
            facts={[
              { name: t('notification.field.sendMode'), value: t(`notification.mode.${notification.sendMode}`) },
              { name: t('notification.field.startsAt'), value: whenWords(notification, formats) },
              { name: t('notification.field.notAfter'), value: time(notification.notAfter) },
              {
                name: t('notification.field.throttlePerMinute'),
                value: notification.throttlePerMinute
                  ? t('notification.review.throttle', { count: notification.throttlePerMinute })
                  : t('notification.review.no-throttle'),
              },
              {
                name: t(isService ? 'notification.timing.limits' : 'notification.field.ignoreQuietHours'),
                value: isService ? t('notification.edit.service-hint') : yes(notification.ignoreQuietHours),
              },
              ...(isService
                ? []
                : [{ name: t('notification.field.ignoreFrequencyCap'), value: yes(notification.ignoreFrequencyCap) }]),
            ]}
          />
        </RecordCard>
        {audience.error ? (
          <p className="bc-form-hint" role="alert">
            {t(errorKeyOf(audience.error))}
          </p>
        ) : null}
        {waves.length > 0 ? (
          <section className={`bc-record-card ${styles['waveCard']}`}>
            <WaveTable waves={waves} />
          </section>
        ) : null}
      </div>
      <div className="bc-record-column">
        <RecordCard title={t('notification.timing.so-far')}>
          <FactList
            facts={[
              { name: t('notification.timing.scheduled'), value: moment(notification.scheduledAt) },
              { name: t('notification.timing.start'), value: moment(notification.startsAt) },
              { name: t('notification.timing.prepared'), value: moment(notification.preparedAt) },
              { name: t('notification.timing.started'), value: moment(notification.startedAt) },
              { name: t('notification.timing.completed'), value: moment(notification.completedAt) },
              ...(notification.stateReason
                ? [
                    {
                      name: t('notification.field.stateReason'),
                      value: <span dir="auto">{stateReasonWords(notification.stateReason, formats)}</span>,
                    },
                  ]
                : []),
            ]}
          />
        </RecordCard>
        <RecordCard title={t('notification.field.audienceEstimate')}>
          <p className={styles['audienceWords']} dir="auto">
            {audienceWords(notification, formats)}
          </p>
        </RecordCard>
        <p className="bc-record-updated">
          <IconHistory size={14} stroke={1.75} aria-hidden />
          {notification.updatedBy
            ? t('account.card.updated-by', { name: notification.updatedBy.name, time: time(notification.updatedAt) })
            : t('account.card.updated', { time: time(notification.updatedAt) })}
        </p>
      </div>
    </div>
  );
}
