import type { FieldProblems } from '@backcounter/domain';
import { DEFAULT_LOCALE, directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import { useLayoutEffect, useState } from 'react';
import { namesIn } from '../../../lib/format/formats.ts';
import { OpenField } from '../../../records/fields/open-field.tsx';
import { useTextField } from '../../../records/form/record-form.tsx';
import { useTextLanguages } from '../../../records/form/text-languages.ts';
import type { RecordFormState } from '../../../records/form/use-record-form.ts';
import styles from './giveaway-form.module.css';
import type { GiveawayValues } from './giveaway-form-values.ts';

/** A text by language, and its input. */
export interface TextPlan {
  readonly name: 'titleI18n' | 'descriptionI18n' | 'rulesI18n';
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
  /** Lines of the input; 1: a single-line input. */
  readonly rows: number;
}

interface LanguageTextsProps {
  readonly form: RecordFormState<GiveawayValues>;
  readonly texts: readonly TextPlan[];
  readonly isOpen: (field: string) => boolean;
  /** Called after the English title is set. */
  readonly onTitle: (title: string | null) => void;
}

/** Related texts, one language at a time; English is required. Each language shows its missing texts. */
export function LanguageTexts({ form, texts, isOpen, onTitle }: LanguageTextsProps) {
  const { t, locale } = useMessages();
  const [tag, setTag] = useState<string>(DEFAULT_LOCALE);
  const names = namesIn(locale, { type: 'language' });
  const known = Object.keys(form.values).flatMap((field) => {
    const text = texts.find(({ name }) => field.startsWith(`${name}.`));
    return text === undefined ? [] : [field.slice(text.name.length + 1)];
  });
  const tags = useTextLanguages(known);
  const filled = (language: string) => texts.filter(({ name }) => form.values[`${name}.${language}`]?.trim()).length;
  useBrokenLanguage(form.problems, texts, setTag);
  return (
    <div className="bc-stack bc-gap-xl">
      <div className={styles['languageChoice']}>
        <SegmentedControl
          aria-label={t('giveaway.edit.language')}
          value={tag}
          onChange={setTag}
          data={tags.map((each) => ({
            value: each,
            label: t('giveaway.edit.language-filled', {
              language: names.of(each.split('-', 1)[0] ?? each) ?? each,
              done: filled(each),
              of: texts.length,
            }),
          }))}
        />
        <p className="bc-form-hint">{t('giveaway.edit.language-hint')}</p>
      </div>
      {texts.map((text) => (
        <OpenField key={`${text.name} ${tag}`} isOpen={isOpen(text.name)}>
          <TextOf
            form={form}
            text={text}
            tag={tag}
            {...(text.name === 'titleI18n' && tag === DEFAULT_LOCALE ? { onSet: onTitle } : {})}
          />
        </OpenField>
      ))}
    </div>
  );
}

/** A problem in another language opens that language, before its field gets the focus. */
function useBrokenLanguage(problems: FieldProblems, texts: readonly TextPlan[], show: (tag: string) => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only new problems change the language
  useLayoutEffect(() => {
    for (const { name } of texts) {
      const broken = Object.keys(problems).find((field) => field.startsWith(`${name}.`));
      if (broken !== undefined) return show(broken.slice(name.length + 1));
    }
  }, [problems]);
}

interface TextOfProps {
  readonly form: RecordFormState<GiveawayValues>;
  readonly text: TextPlan;
  readonly tag: string;
  readonly onSet?: (value: string | null) => void;
}

function TextOf({ form, text, tag, onSet }: TextOfProps) {
  const { label, hint = '' } = text;
  const all = {
    ...useTextField({ form, name: `${text.name}.${tag}` as const, label, hint, ...(onSet ? { onSet } : {}) }),
    lang: tag,
    dir: directionOf(tag),
    autoComplete: 'off',
    maxLength: text.maxLength,
  };
  return text.rows === 1 ? <TextInput {...all} /> : <Textarea {...all} autosize={false} rows={text.rows} />;
}
