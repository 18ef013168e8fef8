import { DEFAULT_LOCALE, directionOf, isPseudoLocale } from '@backcounter/i18n';
import { useLanguages, useMessages } from '@backcounter/i18n/react';
import { Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './localized-field.module.css';
import { type FieldProps, useFieldProblem } from './record-form.tsx';

interface LocalizedFieldProps extends FieldProps {
  readonly maxLength: number;
}

/** A short text in each language of the console or of the record; English is required. */
export function LocalizedField(props: LocalizedFieldProps) {
  return (
    <ByLanguage {...props}>{(language) => <OneLine key={language.tag} {...props} language={language} />}</ByLanguage>
  );
}

/** A multi-line text in each language. */
export function LocalizedTextField(props: LocalizedFieldProps) {
  return (
    <ByLanguage {...props}>{(language) => <ManyLines key={language.tag} {...props} language={language} />}</ByLanguage>
  );
}

interface Language {
  readonly tag: string;
  readonly name: string;
}

function ByLanguage(props: LocalizedFieldProps & { readonly children: (language: Language) => ReactNode }) {
  const { form, name, label, hint } = props;
  const { locale } = useMessages();
  const { languages } = useLanguages();
  const names = new Intl.DisplayNames([locale], { type: 'language' });
  const prefix = `${name}.`;
  const known = Object.keys(form.values).filter((field) => field.startsWith(prefix));
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

interface LanguageInputProps extends LocalizedFieldProps {
  readonly language: Language;
}

function useInput({ form, name, label, maxLength, language }: LanguageInputProps) {
  const { t } = useMessages();
  const field = `${name}.${language.tag}`;
  const value = form.values[field];
  return {
    name: field,
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
    value: typeof value === 'string' ? value : '',
    error: useFieldProblem(form, field),
    onChange: (event: { readonly currentTarget: { readonly value: string } }) =>
      form.set(field, event.currentTarget.value),
  };
}

function OneLine(props: LanguageInputProps) {
  return <TextInput {...useInput(props)} />;
}

function ManyLines(props: LanguageInputProps) {
  return <Textarea autosize={false} rows={2} {...useInput(props)} />;
}
