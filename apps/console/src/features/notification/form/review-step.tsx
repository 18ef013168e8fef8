import { useMessages } from '@backcounter/i18n/react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { FactList } from '../../../records/record-page.tsx';
import { rightTo } from '../../../records/state-actions.ts';
import type { Audience } from '../audience/use-audience.ts';
import { WaveTable } from '../dispatch/wave-table.tsx';
import { languageWords } from '../language-tabs.tsx';
import { refusalText } from '../notification-action-list.ts';
import { audienceWords, instantWords, whenWords } from '../notification-words.ts';
import type { NotificationRecord } from '../use-notification.ts';
import { ImageNote } from './image-field.tsx';
import styles from './notification-form.module.css';

interface ReviewStepProps {
  readonly notification: NotificationRecord;
  readonly audience: Audience | undefined;
}

/** A summary of the notification before it is scheduled. */
export function ReviewStep({ notification, audience }: ReviewStepProps) {
  const formats = useMessages();
  const { t, locale } = formats;
  const right = rightTo(notification, 'SCHEDULE');
  const figure = new Intl.NumberFormat(locale);
  return (
    <>
      {right && !right.isAllowed ? (
        <p className={styles['half']}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span>{refusalText(right.refusal, notification.state, formats)}</span>
        </p>
      ) : null}
      <FactList
        facts={[
          { name: t('notification.field.titleI18n'), value: <span dir="auto">{notification.title}</span> },
          {
            name: t('notification.language.label'),
            value: languageWords(Object.keys(notification.titleI18n), locale),
          },
          { name: t('notification.field.topicId'), value: <span dir="auto">{notification.topic.name}</span> },
          {
            name: t('notification.field.audience'),
            value: <span dir="auto">{audienceWords(notification, formats)}</span>,
          },
          {
            name: t('notification.figure.recipients'),
            value:
              audience === undefined ? (
                t('listing.value.empty')
              ) : (
                <b>
                  {audience.kind === 'EXACT'
                    ? figure.format(audience.recipients)
                    : t('notification.estimate', { figure: figure.format(audience.recipients) })}
                </b>
              ),
          },
          { name: t('notification.field.startsAt'), value: whenWords(notification, formats) },
          ...(notification.notAfter
            ? [{ name: t('notification.field.notAfter'), value: instantWords(notification.notAfter, formats) }]
            : []),
          ...(notification.throttlePerMinute
            ? [
                {
                  name: t('notification.field.throttlePerMinute'),
                  value: t('notification.review.throttle', { figure: figure.format(notification.throttlePerMinute) }),
                },
              ]
            : []),
          {
            name: t('notification.field.deepLink'),
            value: notification.deepLink ? (
              <bdi className="bc-code" dir="ltr">
                {notification.deepLink}
              </bdi>
            ) : (
              t('listing.value.empty')
            ),
          },
          ...(notification.imageUrl
            ? [{ name: t('notification.field.imageUrl'), value: <ImageNote url={notification.imageUrl} /> }]
            : []),
        ]}
      />
      {audience && audience.waves.length > 0 ? <WaveTable waves={audience.waves} /> : null}
    </>
  );
}
