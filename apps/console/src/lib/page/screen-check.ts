import { DEFAULT_LOCALE, isPseudoLocale, type PseudoLocale } from '@backcounter/i18n';
import { CHECK_FILE, i18n } from '../settings/i18n.ts';
import { localStore } from '../settings/local-store.ts';

/** Storage key of the language to return to. */
const BEFORE = 'backcounter.language-before-check';

/** Shows the screens in a pseudo-locale: in this browser only, and only from the page of translations. */
export const screenCheck = {
  /** `filePath` is the file of these texts under the CDN; null: made of the texts in the code. */
  async begin(locale: PseudoLocale, filePath: string | null): Promise<void> {
    const before = i18n.snapshot().locale;
    if (!isPseudoLocale(before)) localStore.setItem(BEFORE, before);
    localStore.setItem(CHECK_FILE, filePath ?? '');
    await i18n.select(locale);
  },
  /** Returns to the previous language, or to English where that is no longer published. */
  async end(): Promise<void> {
    const before = localStore.getItem(BEFORE);
    const isThere = i18n.snapshot().languages.some(({ key }) => key === before);
    await i18n.select(before !== null && isThere ? before : DEFAULT_LOCALE);
    localStore.setItem(CHECK_FILE, '');
  },
};
