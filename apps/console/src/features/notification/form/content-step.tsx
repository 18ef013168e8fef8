import { NOTIFICATION_LIMITS, payloadBytes } from '@backcounter/domain';
import { directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Button, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useLayoutEffect, useRef } from 'react';
import { OpenField } from '../../../records/fields/open-field.tsx';
import { ChoiceField, useTextField } from '../../../records/form/record-form.tsx';
import { ownName } from '../../../records/form/text-languages.ts';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import { LanguageTabs, languageWords, MoreLanguages } from '../language-tabs.tsx';
import { useTopics } from '../notification-choices.ts';
import { graphemes, languageStanding } from '../notification-languages.ts';
import { ImageField } from './image-field.tsx';
import { LinkField } from './link-field.tsx';
import styles from './notification-form.module.css';
import { type NotificationValues, notificationTerms } from './notification-form-values.ts';
import { PlaceholderMenu } from './placeholder-menu.tsx';

/** Properties of every step of the form. */
export interface StepProps {
  readonly form: RecordFormState<NotificationValues>;
  readonly labelOf: (field: string) => string;
  /** Reports whether a field can be changed. A resend to failed accounts allows only its timing. */
  readonly isOpen: (field: string) => boolean;
}

interface ContentStepProps extends StepProps {
  readonly languages: readonly string[];
  readonly language: string;
  readonly onLanguage: (language: string) => void;
}

/** Texts in each language, and the target of a tap. */
export function ContentStep({ form, labelOf, isOpen, languages, language, onLanguage }: ContentStepProps) {
  const { t, locale } = useMessages();
  const panel = useId();
  const topics = useTopics(form.values.topicId);
  // A problem in another language opens its tab, before the form focuses its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new problems change the language
  useLayoutEffect(() => {
    const broken = Object.keys(form.problems).map((field) => field.split('.'));
    const first = broken.find(([root]) => root === 'titleI18n' || root === 'bodyI18n')?.[1];
    if (first !== undefined) onLanguage(first);
  }, [form.problems]);
  const half = languages.filter((tag) => languageStanding(form.values, tag) === 'partial');
  return (
    <OpenField isOpen={isOpen('titleI18n')}>
      <div className="bc-stack bc-gap-xl bc-shrink">
        <div className="bc-row bc-gap-md bc-edge-below">
          <LanguageTabs
            values={form.values}
            languages={languages}
            language={language}
            panelId={panel}
            onLanguage={onLanguage}
          />
          <MoreLanguages languages={languages} onAdd={onLanguage} />
        </div>
        <div className={styles['textsBody']} role="tabpanel" id={panel} aria-label={ownName(language)}>
          <TextIn form={form} root="titleI18n" label={labelOf('titleI18n')} language={language} />
          <TextIn form={form} root="bodyI18n" label={labelOf('bodyI18n')} language={language} />
          <PayloadNote form={form} language={language} />
        </div>
        {half.map((tag) => (
          <p key={tag} className={styles['half']}>
            <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
            <span className="bc-grow bc-shrink">
              {t('notification.language.half', { language: languageWords([tag], locale) })}
            </span>
            {tag === language ? null : (
              <Button size="sm" variant="subtle" onClick={() => onLanguage(tag)}>
                {t('notification.language.write')}
              </Button>
            )}
          </p>
        ))}
      </div>
      <div className="bc-form-pair">
        <ChoiceField
          form={form}
          name="topicId"
          label={labelOf('topicId')}
          options={topics.map(({ id, name, kind }) => ({
            value: id,
            label: kind === 'SERVICE' ? t('notification.topic.service', { name }) : name,
          }))}
        />
        <div className={styles['link']}>
          <LinkField form={form} labelOf={labelOf} />
        </div>
      </div>
      <ImageField form={form} label={labelOf('imageUrl')} />
    </OpenField>
  );
}

interface TextInProps {
  readonly form: RecordFormState<NotificationValues>;
  readonly root: 'titleI18n' | 'bodyI18n';
  readonly label: string;
  readonly language: string;
}

/** One text in one language, with the number of characters left. */
function TextIn({ form, root, label, language }: TextInProps) {
  const { t } = useMessages();
  const about = useId();
  const field = `${root}.${language}` as const;
  const max = root === 'titleI18n' ? NOTIFICATION_LIMITS.titleMaxLength : NOTIFICATION_LIMITS.bodyMaxLength;
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const input = useTextField({ form, name: field, label });
  const text = input.value;
  const [seen, counted] = [graphemes(text), text.length];
  const common = {
    ...input,
    ref: box,
    lang: language,
    dir: directionOf(language),
    autoComplete: 'off',
    'aria-describedby': about,
  };
  return (
    <div className={styles['textIn']}>
      {root === 'titleI18n' ? <TextInput {...common} /> : <Textarea {...common} autosize={false} rows={3} />}
      <p id={about} data-over={counted > max || undefined}>
        <span>{root === 'titleI18n' ? t('notification.edit.title-hint') : t('notification.edit.body-hint')}</span>
        <span>
          {seen === counted
            ? t('notification.edit.count', { count: counted, max })
            : t('notification.edit.count-emoji', { seen, count: counted, max })}
        </span>
      </p>
      <span className={styles['insert']}>
        <PlaceholderMenu field={() => box.current} text={text} onChange={(next) => form.set(field, next)} />
      </span>
    </div>
  );
}

/** Size of the message in this language, relative to the push service's limit. */
function PayloadNote({ form, language }: Pick<TextInProps, 'form' | 'language'>) {
  const { t } = useMessages();
  const bytes = payloadBytes(notificationTerms(form.values), language);
  const max = NOTIFICATION_LIMITS.payloadBytesMax;
  // Not worth showing while the limit is far away.
  if (bytes < max / 2) return null;
  return (
    <p className={`bc-form-hint ${styles['payload']}`} data-over={bytes > max || undefined}>
      {t('notification.edit.bytes', { bytes, max })}
    </p>
  );
}
