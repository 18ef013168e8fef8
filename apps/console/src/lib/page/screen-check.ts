import { DEFAULT_LOCALE, isPseudoLocale, type PseudoLocale } from '@backcounter/i18n';
import { CHECK_FILE, i18n } from '../settings/i18n.ts';
import { localStore } from '../settings/local-store.ts';

/** Where the language is kept to which the browser returns. */
const BEFORE = 'backcounter.language-before-check';

/** Looking at the screens in texts made from the English ones: this browser only, and only by way of the page of translations. */
export const screenCheck = {
  /** `filePath` names the file of these texts under the CDN; null: those in the code do. */
  async begin(locale: PseudoLocale, filePath: string | null): Promise<void> {
    const before = i18n.snapshot().locale;
    if (!isPseudoLocale(before)) localStore.setItem(BEFORE, before);
    localStore.setItem(CHECK_FILE, filePath ?? '');
    await i18n.select(locale);
  },
  /** Back to the language from before; to English where that is not published any more. */
  async end(): Promise<void> {
    const before = localStore.getItem(BEFORE);
    const isThere = i18n.snapshot().languages.some(({ key }) => key === before);
    await i18n.select(before !== null && isThere ? before : DEFAULT_LOCALE);
    localStore.setItem(CHECK_FILE, '');
  },
};
