import { DEFAULT_LOCALE, isPseudoLocale } from '@backcounter/i18n';
import { useLanguages } from '@backcounter/i18n/react';

/** Languages of texts to show: English, those of the console, and others that have a text. */
export function useTextLanguages(written: readonly string[] = []): readonly string[] {
  const { languages } = useLanguages();
  const spoken = languages.map(({ key }) => key).filter((key) => !isPseudoLocale(key));
  return [...new Set([DEFAULT_LOCALE, ...spoken, ...written])];
}

/** A language's own name for itself: "Deutsch" for `de-DE`, "Español" for `es-ES`. */
export function ownName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag.split('-', 1)[0] ?? tag) ?? tag;
  const [first = ''] = name;
  return first.toLocaleUpperCase(tag) + name.slice(first.length);
}
