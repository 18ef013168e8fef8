import { SOURCE_LOCALE } from '@backcounter/domain';
import type { FieldValues } from '../../records/form/record-merge.ts';
import type { PhoneContent } from './phone-preview.tsx';

/** Completeness of a language's texts. */
export type LanguageStanding = 'complete' | 'partial' | 'empty';

const textAt = (values: FieldValues, root: string, tag: string): string => {
  const value = values[`${root}.${tag}`];
  return typeof value === 'string' ? value.trim() : '';
};

/** Reports whether the language has any text. */
export const hasText = (values: FieldValues, tag: string): boolean =>
  textAt(values, 'titleI18n', tag) !== '' || textAt(values, 'bodyI18n', tag) !== '';

/** Whether a language has both of its texts, one, or none. */
export function languageStanding(values: FieldValues, tag: string): LanguageStanding {
  const written = ['titleI18n', 'bodyI18n'].filter((root) => textAt(values, root, tag) !== '').length;
  return written === 2 ? 'complete' : written === 1 ? 'partial' : 'empty';
}

/** The texts that accounts of a language read. Each falls back to English on its own. */
export function contentIn(values: FieldValues, tag: string): Omit<PhoneContent, 'imageUrl'> & { isFallback: boolean } {
  const [title, body] = ['titleI18n', 'bodyI18n'].map(
    (root) => textAt(values, root, tag) || textAt(values, root, SOURCE_LOCALE),
  ) as [string, string];
  return { title, body, isFallback: tag !== SOURCE_LOCALE && languageStanding(values, tag) !== 'complete' };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as readers count them: an emoji with all its parts is one. */
export function graphemes(text: string): number {
  let count = 0;
  for (const _each of segmenter.segment(text)) count += 1;
  return count;
}
