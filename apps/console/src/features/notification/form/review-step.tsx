import { fillPlaceholders, NOTIFICATION_PICTURE, SOURCE_LOCALE } from '@backcounter/domain';
import { useMessages } from '@backcounter/i18n/react';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { FactList } from '../../../records/record-page.tsx';
import { refusalWords, rightTo } from '../../../records/state-actions.ts';
import { CustomerViews } from '../../../records/wizard/customer-card.tsx';
import { SideCard } from '../../../records/wizard/side-card.tsx';
import type { Audience } from '../audience/use-audience.ts';
import { WaveTable } from '../dispatch/wave-table.tsx';
import { languageWords } from '../language-tabs.tsx';
import { type NotificationRecord, notifications } from '../notification.entity.ts';
import { audienceWords, instantWords, whenWords } from '../notification-words.ts';
import { ImageNote } from './image-field.tsx';
import styles from './notification-form.module.css';
import type { NotificationStep } from './notification-plan.ts';

interface ReviewStepProps {
  readonly notification: NotificationRecord;
  readonly audience: Audience | undefined;
  readonly languages: readonly string[];
  readonly onStep: (step: NotificationStep) => void;
}

/** The notification as people get it in each language, and a summary by step, before it is scheduled. */
export function ReviewStep(props: ReviewStepProps) {
  const { notification, audience, onStep } = props;
  const formats = useMessages();
  const { t, locale, figure } = formats;
  const right = rightTo(notification, 'SCHEDULE');
  const languages = props.languages.filter((tag) => notification.titleI18n[tag]);
  return (
    <>
      {right && !right.isAllowed ? (
        <p className={styles['half']}>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          <span className="bc-grow bc-shrink">
            {refusalWords(right.refusal, t) ?? notifications.notNow(notification, t)}
          </span>
        </p>
      ) : null}
      <CustomerViews languages={languages}>
        {(language) => <MessageView notification={notification} language={language} />}
      </CustomerViews>
      <div className={styles['reviewCards']}>
        <StepCard step="content" onStep={onStep}>
          <FactList
            facts={[
              {
                name: t('notification.language.label'),
                value: languageWords(languages, locale),
              },
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
              ...(notification.imageUrl && !NOTIFICATION_PICTURE.test(notification.imageUrl)
                ? [{ name: t('notification.field.imageUrl'), value: <ImageNote url={notification.imageUrl} /> }]
                : []),
            ]}
          />
        </StepCard>
        <StepCard step="audience" onStep={onStep}>
          <FactList
            facts={[
              { name: t('notification.field.topicId'), value: <span dir="auto">{notification.topic.name}</span> },
              {
                name: t('notification.field.audienceEstimate'),
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
                        ? figure(audience.recipients)
                        : t('notification.estimate', { count: audience.recipients })}
                    </b>
                  ),
              },
            ]}
          />
        </StepCard>
        <StepCard step="timing" onStep={onStep}>
          <FactList
            facts={[
              { name: t('notification.field.startsAt'), value: whenWords(notification, formats) },
              ...(notification.notAfter
                ? [{ name: t('notification.field.notAfter'), value: instantWords(notification.notAfter, formats) }]
                : []),
              {
                name: t('notification.field.throttlePerMinute'),
                value: notification.throttlePerMinute
                  ? t('notification.review.throttle', { count: notification.throttlePerMinute })
                  : t('notification.review.no-throttle'),
              },
            ]}
          />
        </StepCard>
      </div>
      {audience && audience.waves.length > 0 ? <WaveTable waves={audience.waves} /> : null}
    </>
  );
}

interface StepCardProps extends Pick<ReviewStepProps, 'onStep'> {
  readonly step: NotificationStep;
  readonly children: ReactNode;
}

/** The summary of one step, with a way back to it. */
function StepCard({ step, onStep, children }: StepCardProps) {
  const { t } = useMessages();
  const name = t(`notification.step.${step}`);
  const edit = t('notification.action.edit');
  return (
    <SideCard
      title={name}
      note={
        <Button variant="subtle" size="compact-sm" aria-label={`${edit}: ${name}`} onClick={() => onStep(step)}>
          {edit}
        </Button>
      }
    >
      {children}
    </SideCard>
  );
}

/** The message with the fallbacks of its placeholders, in a language. */
function MessageView({
  notification,
  language,
}: Pick<ReviewStepProps, 'notification'> & { readonly language: string }) {
  const { titleI18n, bodyI18n, imageUrl } = notification;
  const text = (texts: Readonly<Record<string, string>>) =>
    fillPlaceholders(texts[language] ?? texts[SOURCE_LOCALE] ?? '', null, language);
  return (
    <div className={styles['message']}>
      {imageUrl && NOTIFICATION_PICTURE.test(imageUrl) ? <img src={imageUrl} alt="" /> : null}
      <b className="bc-strong bc-break" dir="auto">
        {text(titleI18n)}
      </b>
      <p className="bc-muted bc-break" dir="auto">
        {text(bodyI18n)}
      </p>
    </div>
  );
}
