import { DEFAULT_LOCALE, directionOf } from '@backcounter/i18n';
import { useMessages } from '@backcounter/i18n/react';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { namesIn } from '../../lib/format/formats.ts';
import { useEditedLanguage, useFormLanguages } from './language-tabs.tsx';
import styles from './localized-field.module.css';
import { type FieldForm, useTextField } from './record-form.tsx';

/** The field of a text by language: `nameI18n`, where the form has `nameI18n.de-DE`. */
type TextOf<Path> = Path extends `${infer Root}I18n.${string}` ? `${Root}I18n` : never;

interface LocalizedFieldProps<Values> {
  readonly form: FieldForm<Values>;
  readonly name: TextOf<keyof Values>;
  readonly label: string;
  readonly hint?: string;
  readonly maxLength: number;
}

/** A short text in each language of the console or of the record, or in the edited one; English is required. */
export function LocalizedField<Values>(props: LocalizedFieldProps<Values>) {
  return (
    <ByLanguage {...props}>{(language) => <OneLine key={language.tag} {...props} language={language} />}</ByLanguage>
  );
}

/** A multi-line text in each language. */
export function LocalizedTextField<Values>(props: LocalizedFieldProps<Values>) {
  return (
    <ByLanguage {...props}>{(language) => <ManyLines key={language.tag} {...props} language={language} />}</ByLanguage>
  );
}

interface Language {
  readonly tag: string;
  readonly name: string;
}

function ByLanguage<Values>(
  props: LocalizedFieldProps<Values> & { readonly children: (language: Language) => ReactNode },
) {
  const { form, label, hint } = props;
  const { locale } = useMessages();
  const edited = useEditedLanguage();
  const names = namesIn(locale, { type: 'language' });
  const tags = useFormLanguages(form.values as object);
  if (edited !== null) return props.children({ tag: edited, name: nameOf(names, edited) });
  return (
    <fieldset className={styles['localized']}>
      <legend>{label}</legend>
      {hint ? <p>{hint}</p> : null}
      {tags.map((tag) => props.children({ tag, name: nameOf(names, tag) }))}
    </fieldset>
  );
}

/** The language alone where that is unambiguous: "German" for `de-DE`. */
function nameOf(names: Intl.DisplayNames, tag: string): string {
  return names.of(tag.split('-', 1)[0] ?? tag) ?? tag;
}

interface LanguageInputProps<Values> extends LocalizedFieldProps<Values> {
  readonly language: Language;
}

function useInput<Values>({ form, name, label, hint, maxLength, language }: LanguageInputProps<Values>) {
  const { t, figure } = useMessages();
  const isOne = useEditedLanguage() !== null;
  const path = { form, name: `${name}.${language.tag}` as never, label: '', ...(isOne && hint ? { hint } : {}) };
  const input = useTextField<Values>(path);
  return {
    ...input,
    label: isOne ? (
      label
    ) : (
      <>
        <span className="bc-sr-only">{label}: </span>
        {language.name}
        {language.tag === DEFAULT_LOCALE ? <small> {t('records.localized.needed')}</small> : null}
      </>
    ),
    ...(isOne ? { 'aria-label': `${label}: ${language.name}` } : {}),
    lang: language.tag,
    dir: directionOf(language.tag),
    autoComplete: 'off',
    maxLength,
    used: isOne
      ? {
          rightSection: (
            <span className="bc-field-unit" aria-hidden>
              {t('crud.language.used', {
                used: figure(input.value.length),
                max: figure(maxLength),
              })}
            </span>
          ),
          rightSectionWidth: 'auto',
        }
      : {},
  };
}

function OneLine<Values>(props: LanguageInputProps<Values>) {
  const { used, ...input } = useInput(props);
  return <TextInput {...input} {...used} />;
}

function ManyLines<Values>(props: LanguageInputProps<Values>) {
  const { used: _short, ...input } = useInput(props);
  return <Textarea autosize={false} rows={2} {...input} />;
}
