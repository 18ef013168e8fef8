import { DEFAULT_LOCALE, directionOf, isPseudoLocale } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
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

/** A short text in each language of the console or of the record; English is required. */
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
  const { form, name, label, hint } = props;
  const { locale } = useMessages();
  const { languages } = useLanguages();
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const prefix = `${name}.`;
  const known = Object.keys(form.values as object).filter((field) => field.startsWith(prefix));
  const tags = new Set([
    DEFAULT_LOCALE,
    ...languages.map(({ key }) => key).filter((key) => !isPseudoLocale(key)),
    ...known.map((field) => field.slice(prefix.length)),
  ]);
  return (
    <fieldset className={styles['localized']}>
      <legend>{label}</legend>
      {hint ? <p>{hint}</p> : null}
      {[...tags].map((tag) => props.children({ tag, name: nameOf(names, tag) }))}
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

function useInput<Values>({ form, name, label, maxLength, language }: LanguageInputProps<Values>) {
  const { t } = useMessages();
  const path = { form, name: `${name}.${language.tag}` as never, label: '' };
  return {
    ...useTextField<Values>(path),
    label: (
      <>
        <span className="bc-sr-only">{label}: </span>
        {language.name}
        {language.tag === DEFAULT_LOCALE ? <small> {t('records.localized.needed')}</small> : null}
      </>
    ),
    lang: language.tag,
    dir: directionOf(language.tag),
    autoComplete: 'off',
    maxLength,
  };
}

function OneLine<Values>(props: LanguageInputProps<Values>) {
  return <TextInput {...useInput(props)} />;
}

function ManyLines<Values>(props: LanguageInputProps<Values>) {
  return <Textarea autosize={false} rows={2} {...useInput(props)} />;
}
