import { fillPlaceholders, SOURCE_LOCALE } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { useState } from 'react';
import { ownName } from '../../records/form/text-languages.ts';
import { FactList, RecordCard } from '../../records/record-page.tsx';
import type { TabPart } from '../../records/record-screen.tsx';
import { editedNotification } from './form/edit-notification.tsx';
import { ImageNote } from './form/image-field.tsx';
import { notificationFormValues } from './form/notification-form-values.ts';
import { TestSends } from './form/test-sends.tsx';
import { LanguageTabs, languageWords, useContentLanguages } from './language-tabs.tsx';
import type { NotificationRecord } from './notification.entity.ts';
import styles from './notification.module.css';
import { contentIn, languageStanding } from './notification-languages.ts';
import { PhonePreview } from './phone-preview.tsx';

/** Texts of the notification in each of its languages. */
export function ContentTab({ record: notification }: TabPart<NotificationRecord>) {
  const { t, locale } = useMessages();
  const [language, setLanguage] = useState<string>(SOURCE_LOCALE);
  const values = notificationFormValues(editedNotification(notification));
  const languages = useContentLanguages(values);
  const written = languages.filter((tag) => tag === SOURCE_LOCALE || languageStanding(values, tag) !== 'empty');
  const { isFallback, ...content } = contentIn(values, language);
  return (
    <div className="bc-record-columns">
      <div className="bc-record-column">
        <section className="bc-record-card">
          <LanguageTabs
            values={values}
            languages={written}
            language={language}
            panelId="notification-content"
            onLanguage={setLanguage}
          />
          <div
            className={styles['contentRead']}
            id="notification-content"
            role="tabpanel"
            aria-label={ownName(language)}
          >
            <p lang={language} dir={directionOf(language)}>
              <b>{content.title}</b>
            </p>
            <p lang={language} dir={directionOf(language)}>
              {content.body}
            </p>
          </div>
          <FactList
            facts={[
              { name: t('notification.field.topicId'), value: <span dir="auto">{notification.topic.name}</span> },
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
              {
                name: t('notification.field.imageUrl'),
                value: notification.imageUrl ? <ImageNote url={notification.imageUrl} /> : t('listing.value.empty'),
              },
              ...(notification.missingLocales.length > 0
                ? [
                    {
                      name: t('notification.content.fallback'),
                      value: t('notification.check.fallback', {
                        languages: languageWords(notification.missingLocales, locale),
                      }),
                    },
                  ]
                : []),
            ]}
          />
        </section>
        {notification.testSends.length > 0 ? (
          <RecordCard title={t('notification.content.tests')}>
            <TestSends notification={notification} />
          </RecordCard>
        ) : null}
      </div>
      <div className="bc-record-column">
        <PhonePreview
          content={{
            title: fillPlaceholders(content.title, null, language),
            body: fillPlaceholders(content.body, null, language),
            imageUrl: notification.imageUrl ?? null,
          }}
          language={language}
          isFallback={isFallback}
        />
      </div>
    </div>
  );
}
