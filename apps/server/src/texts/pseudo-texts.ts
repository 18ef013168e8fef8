import { isPseudoLocale } from '@backcounter/i18n/locale';
import { fileOfTexts } from './text-file.ts';

/**
 * The message file of a pseudo-locale (`en-XA` longer and accented, `ar-XB` mirrored), derived from the English texts;
 * null for other locales.
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
