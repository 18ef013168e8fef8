import { readBoundedJson } from './bounded-json.ts';
import { type LanguageChoice, languageKey, matchKey, type PublishedLanguage } from './locale.ts';
import { flattenMessages, type Messages } from './messages.ts';
import type { MissingKey } from './missing-keys.ts';

/** Problem of a service without any usable language (specification, section 8). */
export const NO_LANGUAGES = 'No available languages!';
/** Refusal of an unknown language (specification, section 8, with its exclamation mark). */
export const UNKNOWN_LANGUAGE = 'This language is not available!';

const LIST_BOUNDS = { timeoutMs: 5_000, maxBytes: 200_000 };
const FILE_BOUNDS = { timeoutMs: 10_000, maxBytes: 4_000_000 };
const LANGUAGES_MAX = 300;
/** Keys per report; a page that lacks more sends several. */
const REPORT_MAX = 100;

/** Location of the translations, and logging (specification, section 3). */
export interface TranslationSettings {
  /** URL below which the files of texts are. */
  readonly cdn: string;
  /** URL of the translation service, without `/i18n`. */
  readonly baseUrl: string;
  /** Client whose texts are loaded. */
  readonly clientId: string;
  /** Whether missing keys are reported to the service. */
  readonly useTranslationLogger: boolean;
  /** Whether the client writes nothing to the browser's console. */
  readonly suppressLogs: boolean;
}

/** Browser functions that the client uses; tests replace them. */
export interface TranslationHost {
  readonly fetch: typeof fetch;
  /** Sends a last message while the page is unloaded; false when the browser's queue is full. */
  readonly sendBeacon: (address: string, body: Blob) => boolean;
  readonly warn: (problem: Error) => void;
}

/** Languages and texts of a translation service. */
export interface TranslationClient {
  /**
   * Published languages, the first of each key.
   * @throws Error {@link NO_LANGUAGES} if there are none, with the failure as its cause
   */
  languages(): Promise<readonly LanguageChoice[]>;
  /**
   * Texts of a published language.
   * @throws Error {@link UNKNOWN_LANGUAGE}, or 'Error fetching translation for {language}' with its cause
   */
  load(key: string): Promise<Messages>;
  /** Texts of any file under the CDN, such as one of a pseudo-locale. @throws Error with its cause */
  loadFile(path: string): Promise<Messages>;
  /** Reports missing keys to the service; by beacon when the page is unloaded. Failures are ignored. */
  reportMissing(batch: readonly MissingKey[], isLeaving: boolean): void;
  /** Writes a problem to the browser's console unless logs are suppressed. */
  logProblem(problem: Error): void;
}

const browserHost = (): TranslationHost => ({
  fetch: (input, init) => fetch(input, init),
  sendBeacon: (address, body) => navigator.sendBeacon(address, body),
  warn: (problem) => console.warn('Translation:', problem),
});

const withoutSlash = (address: string) => address.replace(/(?<!\/)\/+$/, '');

/**
 * Creates a client of the translation service at `settings.baseUrl` (specification, section 7). Sends no request before
 * the first call.
 */
export function createTranslationClient(
  settings: TranslationSettings,
  host: TranslationHost = browserHost(),
): TranslationClient {
  const base = `${withoutSlash(settings.baseUrl)}/i18n/clients/${encodeURIComponent(settings.clientId)}`;
  const files = new Map<string, string>();
  const logProblem = (problem: Error) => {
    if (!settings.suppressLogs) host.warn(problem);
  };
  const read = async (path: string, name: string): Promise<Messages> => {
    try {
      const texts = flattenMessages(await readBoundedJson(fileAddress(settings.cdn, path), FILE_BOUNDS, host.fetch));
      if (Object.keys(texts).length === 0) throw new Error('The file has no texts');
      return texts;
    } catch (cause) {
      throw new Error(`Error fetching translation for ${name}`, { cause });
    }
  };
  let isReporting = settings.useTranslationLogger;

  return {
    async languages() {
      let published: readonly PublishedLanguage[];
      try {
        published = readPublished(await readBoundedJson(`${base}/languages/published`, LIST_BOUNDS, host.fetch));
      } catch (cause) {
        throw new Error(NO_LANGUAGES, { cause });
      }
      if (published.length === 0) throw new Error(NO_LANGUAGES);
      files.clear();
      return published.flatMap((entry) => {
        const key = languageKey(entry);
        if (files.has(key)) return [];
        files.set(key, entry.file_path);
        return [{ key, name: entry.language.name, filePath: entry.file_path }];
      });
    },
    async load(key) {
      const path = files.get(matchKey(key, [...files.keys()]) ?? '');
      if (path === undefined) throw new Error(UNKNOWN_LANGUAGE);
      return read(path, key);
    },
    loadFile: (path) => read(path, path),
    reportMissing(batch, isLeaving) {
      for (let from = 0; isReporting && from < batch.length; from += REPORT_MAX) {
        const body = JSON.stringify({ missing: batch.slice(from, from + REPORT_MAX) });
        // Plain text needs no CORS preflight, for which an unloading page has no time.
        if (isLeaving && host.sendBeacon(`${base}/missing`, new Blob([body], { type: 'text/plain' }))) continue;
        host
          .fetch(`${base}/missing`, {
            method: 'POST',
            credentials: 'omit',
            keepalive: true,
            headers: { 'content-type': 'application/json' },
            body,
          })
          .then((answer) => {
            // A service without an intake is not asked again.
            if (answer.status === 404) isReporting = false;
          })
          .catch(logProblem);
      }
    },
    logProblem,
  };
}

/**
 * URL of a file under the CDN.
 * @throws Error for a path that would leave it
 */
function fileAddress(cdn: string, path: string): string {
  const root = `${withoutSlash(cdn)}/`;
  const address = new URL(`${root}${path}`);
  const isInside = address.href.startsWith(new URL(root).href) && address.hash === '';
  if (!isInside || /^[\\/]|[\\%]|\.\.\//.test(path)) throw new Error('The path of the file leads elsewhere');
  return address.href;
}

/** The entries with the shape of the specification, section 3; others are skipped. */
function readPublished(answer: unknown): readonly PublishedLanguage[] {
  if (!Array.isArray(answer)) throw new Error('The list of languages is not a list');
  return answer.slice(0, LANGUAGES_MAX).filter(isPublishedLanguage);
}

function isPublishedLanguage(entry: unknown): entry is PublishedLanguage {
  const { language, file_path: path } = fields(entry);
  const { iso639_1: code, country_code: country, name } = fields(language);
  return (
    isText(code, /^[a-z]{2,3}$/i) &&
    isText(country, /^(?:[a-z]{2}|\d{3})$/i) &&
    isText(name, /^\P{Cc}{1,100}$/u) &&
    isText(path, /^\P{Cc}{1,500}$/u)
  );
}

const fields = (value: unknown) =>
  (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
const isText = (value: unknown, form: RegExp) => typeof value === 'string' && form.test(value);
