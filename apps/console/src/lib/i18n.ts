import { createI18n, type MessageKey } from '@backcounter/i18n';
import { enUs } from '../messages/en-us.ts';
import { localStore } from './local-store.ts';

/** The console's languages. */
export const i18n = createI18n({
  defaults: enUs,
  storage: localStore,
  browserLanguages: navigator.languages,
  onLocale(locale, dir) {
    document.documentElement.lang = locale;
    document.documentElement.dir = dir;
  },
  onProblem: (problem) => console.warn('Translation:', problem),
});

let translate: (key: MessageKey, values?: Readonly<Record<string, string | number>>) => string = (key) => enUs[key];

/** Called on each change of language, so that code outside of components speaks it too. */
export function setTranslate(next: typeof translate): void {
  translate = next;
}

/** A text outside of components (toasts of the request client). Components use `useMessages`. */
export function say(key: MessageKey, values?: Readonly<Record<string, string | number>>): string {
  return translate(key, values);
}
