import { SOURCE_LOCALE } from '@backcounter/domain';
import type { NotificationValues } from './form/notification-form-values.ts';
import type { PhoneContent } from './phone-preview.tsx';

/** Completeness of a language's texts. */
export type LanguageStanding = 'complete' | 'partial' | 'empty';

const ROOTS = ['titleI18n', 'bodyI18n'] as const;
type Texts = Pick<NotificationValues, `${(typeof ROOTS)[number]}.${string}`>;

const textAt = (values: Texts, root: (typeof ROOTS)[number], tag: string): string =>
  values[`${root}.${tag}`]?.trim() ?? '';

/** Reports whether the language has any text. */
export const hasText = (values: Texts, tag: string): boolean => ROOTS.some((root) => textAt(values, root, tag) !== '');

/** Whether a language has both of its texts, one, or none. */
export function languageStanding(values: Texts, tag: string): LanguageStanding {
  const written = ROOTS.filter((root) => textAt(values, root, tag) !== '').length;
  return written === 2 ? 'complete' : written === 1 ? 'partial' : 'empty';
}

/** The texts that accounts of a language read. Each falls back to English on its own. */
export function contentIn(values: Texts, tag: string): Omit<PhoneContent, 'imageUrl'> & { isFallback: boolean } {
  const read = (root: (typeof ROOTS)[number]) => textAt(values, root, tag) || textAt(values, root, SOURCE_LOCALE);
  return {
    title: read('titleI18n'),
    body: read('bodyI18n'),
    isFallback: tag !== SOURCE_LOCALE && languageStanding(values, tag) !== 'complete',
  };
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Characters as readers count them: an emoji with all its parts is one. */
export function graphemes(text: string): number {
  let count = 0;
  for (const _each of segmenter.segment(text)) count += 1;
  return count;
}
