import { createI18n, createTranslate, createTranslationClient } from '@backcounter/i18n';
import { enUs } from '../../messages/en-us.ts';
import { readConfig } from './config.ts';
import { localStore } from './local-store.ts';

const config = readConfig(document, window.location.origin);

/** Storage key of the path of the pseudo-locale's texts with which screens are checked. */
export const CHECK_FILE = 'backcounter.check-file';

const client = createTranslationClient({
  cdn: config.cdnUrl,
  baseUrl: config.i18nBaseUrl,
  clientId: config.i18nClientId,
  useTranslationLogger: config.reportsMissingTexts,
  suppressLogs: config.suppressLogs,
});

/** The console's languages. */
export const i18n = createI18n({
  defaults: enUs,
  defaultsPath: typeof ENGLISH_FILE === 'string' ? ENGLISH_FILE.replace('{clientId}', config.i18nClientId) : undefined,
  source: {
    ...client,
    async loadPseudo(locale) {
      const path = localStore.getItem(CHECK_FILE);
      return path?.includes(`/${locale}.`) ? client.loadFile(path) : {};
    },
  },
  storage: localStore,
  browserLanguages: navigator.languages,
  onLocale(locale, dir) {
    document.documentElement.lang = locale;
    document.documentElement.dir = dir;
  },
});

/** A text outside of components (toasts of the request client). Components use `useMessages`. */
export const say = createTranslate(i18n);
