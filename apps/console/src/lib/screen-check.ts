import { DEFAULT_LOCALE, isPseudoLocale, type PseudoLocale } from '@backcounter/i18n';
import { i18n } from './i18n.ts';
import { localStore } from './local-store.ts';

/** Where the language is kept to which the browser returns. */
const BEFORE = 'backcounter.language-before-check';

/** Looking at the screens in texts made from the English ones: this browser only, and only by way of the page of translations. */
export const screenCheck = {
  async begin(locale: PseudoLocale): Promise<void> {
    const before = i18n.snapshot().locale;
    if (!isPseudoLocale(before)) localStore.setItem(BEFORE, before);
    await i18n.select(locale);
  },
  /** Back to the language from before; to English where that is not published any more. */
  async end(): Promise<void> {
    const before = localStore.getItem(BEFORE);
    const isThere = i18n.snapshot().languages.some(({ key }) => key === before);
    await i18n.select(before !== null && isThere ? before : DEFAULT_LOCALE);
  },
};
