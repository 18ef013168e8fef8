import { isPseudoLocale } from '@backcounter/i18n/locale';
import { fileOfTexts } from './text-file.ts';

/**
 * The file of a pseudo-locale (`en-XA` longer and accented, `ar-XB` mirrored) made of English texts; null where the locale is none of the
 * two.
 */
export async function pseudoFile(
  locale: string,
  english: readonly { readonly key: string; readonly value: string }[],
): Promise<string | null> {
  if (!isPseudoLocale(locale)) return null;
  const { pseudoTexts } = await import('@backcounter/i18n/pseudo');
  const made = pseudoTexts(Object.fromEntries(english.map(({ key, value }) => [key, value])), locale);
  return fileOfTexts(Object.entries(made).map(([key, value]) => ({ key, value })));
}
