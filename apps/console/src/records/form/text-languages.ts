import { DEFAULT_LOCALE, isPseudoLocale } from '@backcounter/i18n';
import { useLanguages } from '@backcounter/i18n/react';
import type { KeyboardEvent } from 'react';
import { languageName } from '../../lib/format/formats.ts';

/** Languages of texts to show: English, those of the console, and others that have a text. */
export function useTextLanguages(written: readonly string[] = []): readonly string[] {
  const { languages } = useLanguages();
  const spoken = languages.map(({ key }) => key).filter((key) => !isPseudoLocale(key));
  return [...new Set([DEFAULT_LOCALE, ...spoken, ...written])];
}

/** A language's own name for itself: "Deutsch" for `de-DE`, "Español" for `es-ES`. */
export function ownName(tag: string): string {
  const name = languageName(tag.split('-', 1)[0] ?? tag, tag) ?? tag;
  const [first = ''] = name;
  return first.toLocaleUpperCase(tag) + name.slice(first.length);
}

/** The language whose tab a key moves to from the current one; undefined for other keys. */
export function languageByKey(
  { key }: Pick<KeyboardEvent, 'key'>,
  tags: readonly string[],
  current: string,
  dir: 'ltr' | 'rtl',
): string | undefined {
  const [forward, backward] = dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const at = tags.indexOf(current);
  const to = { [forward]: at + 1, [backward]: at - 1, Home: 0, End: tags.length - 1 }[key];
  return to === undefined ? undefined : tags[(to + tags.length) % tags.length];
}
