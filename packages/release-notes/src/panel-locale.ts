import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';

/** The language of the panel: the option's, the document's, the browser's; the first that the browser knows. */
export function panelLocale(options: ReleaseNotesOptions): string {
  for (const tag of [options.locale, document.documentElement.lang, navigator.language]) {
    try {
      if (tag) return new Intl.Locale(tag).toString();
    } catch (cause) {
      log(options, `Not a language: ${textOf(cause)}`);
    }
  }
  return 'en-US';
}
