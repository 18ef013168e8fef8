import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { RelativeTime } from '@backcounter/ui';
import { FactList } from '../../../records/record-page.tsx';
import { useLanguageName } from '../language/language-words.ts';
import type { LanguageRecord, MessageRecord } from '../language/use-translation-language.ts';
import styles from './message-editor.module.css';

interface MessageAboutProps {
  readonly message: MessageRecord;
  readonly language: LanguageRecord;
}

/** Details of a text: reports of it as missing, the published and built-in versions, and other languages. */
export function MessageAbout({ message, language }: MessageAboutProps) {
  const { t, locale, timeZone } = useMessages();
  const nameOf = useLanguageName();
  const { reports, lastReportedAt, publishedValue, shippedValue, updatedBy } = message;
  const value = message.value ?? null;
  const text = (words: string | null | undefined, tag: string) =>
    words == null ? (
      <span className="bc-empty-value">{t('translation.editor.english')}</span>
    ) : (
      <span lang={tag} dir={directionOf(tag)}>
        {words}
      </span>
    );
  const others = message.others.filter(({ locale: other, value: words }) => other !== 'en-US' && words != null);
  return (
    <>
      <FactList
        facts={[
          ...(reports > 0
            ? [
                {
                  name: t('translation.field.reports'),
                  value: (
                    <>
                      {t('translation.reports', { count: reports })}
                      {lastReportedAt ? (
                        <>
                          {' · '}
                          <RelativeTime value={new Date(lastReportedAt)} locale={locale} timeZone={timeZone} />
                        </>
                      ) : null}
                    </>
                  ),
                },
              ]
            : []),
          ...((publishedValue ?? null) === value
            ? []
            : [{ name: t('translation.editor.readers'), value: text(publishedValue, language.locale) }]),
          ...(message.isEdited
            ? [{ name: t('translation.editor.shipped'), value: text(shippedValue, language.locale) }]
            : []),
          ...(message.isOvertaken
            ? [{ name: t('translation.editor.edited-from'), value: text(message.editedFrom, language.locale) }]
            : []),
          {
            name: t('crud.field.updatedAt'),
            value: (
              <>
                <RelativeTime value={new Date(message.updatedAt)} locale={locale} timeZone={timeZone} />
                {updatedBy ? (
                  <>
                    {' · '}
                    <bdi>{updatedBy.name}</bdi>
                  </>
                ) : null}
              </>
            ),
          },
        ]}
      />
      {others.length > 0 ? (
        <details className={styles['others']}>
          <summary>{t('translation.editor.others', { count: others.length })}</summary>
          <FactList
            facts={others.map((other) => ({ name: nameOf(other.locale), value: text(other.value, other.locale) }))}
          />
        </details>
      ) : null}
    </>
  );
}
