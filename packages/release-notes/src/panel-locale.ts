import type { ReleaseNotesOptions } from './install-options.ts';
import { log, textOf } from './popup-log.ts';

/** The language of the panel: from the option, the document or the browser; the first that the browser supports. */
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
