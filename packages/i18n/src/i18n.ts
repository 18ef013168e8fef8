import {
  chooseLocale,
  DEFAULT_LOCALE,
  directionOf,
  fallbackChain,
  type LanguageChoice,
  LOCALE_STORAGE_KEY,
  matchKey,
  PSEUDO_LOCALES,
  type PseudoLocale,
} from './locale.ts';
import type { Messages } from './messages.ts';
import { createMissingKeyLog, type MissingKey } from './missing-keys.ts';

/** Refusal of a language that is not published (specification, section 5). */
export const LANGUAGE_NOT_AVAILABLE = 'This language is not available';

/** Where languages and their texts come from; the translation service is one such source. */
export interface TranslationSource {
  /** Languages that can be chosen besides en-US, which is always there. */
  languages(): Promise<readonly LanguageChoice[]>;
  /** Texts of one language; rejects with 'Error fetching translation for {language}'. */
  load(key: string): Promise<Messages>;
}

/** What a running console shows. */
export interface I18nSnapshot {
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Texts by the fallback chain, the texts in the code last. */
  readonly messages: Messages;
  readonly languages: readonly LanguageChoice[];
}

/** Where the choice is kept; local storage fits. */
export interface LocaleStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** Options of {@link createI18n}. */
export interface I18nOptions {
  /** English texts in the code. */
  readonly defaults: Messages;
  readonly source?: TranslationSource;
  readonly storage: LocaleStorage;
  readonly browserLanguages: readonly string[];
  /** Told of the locale and direction that the document should carry. */
  readonly onLocale?: (locale: string, dir: 'ltr' | 'rtl') => void;
  readonly onMissing?: (batch: readonly MissingKey[]) => void;
  /** Problems that must not break the page: a failed load, a malformed message. */
  readonly onProblem?: (problem: Error) => void;
}

/** Languages of a console: what is chosen, what could be, and the texts. */
export interface I18n {
  /** Chooses the first locale and loads it. Never rejects: English is always there. */
  start(): Promise<void>;
  /**
   * Loads a language, then swaps; the last request wins. Saves the choice.
   * @throws Error {@link LANGUAGE_NOT_AVAILABLE}, or the source's error, after which the previous language stays.
   */
  select(key: string): Promise<void>;
  /** After sign-in: takes the profile's language where it differs and is published (specification, section 4). */
  applyPreferred(key: string | null | undefined): Promise<void>;
  /** Texts in the code for a key, for a message that turns out malformed. */
  defaultMessage(key: string): string | undefined;
  /** Counts a key as missing where the chosen language lacks it. */
  noteUse(key: string): void;
  noteProblem(problem: Error): void;
  flushMissing(): void;
  subscribe(listener: () => void): () => void;
  snapshot(): I18nSnapshot;
}

const ENGLISH: LanguageChoice = { key: DEFAULT_LOCALE, name: 'English (US)' };
const EMPTY_SOURCE: TranslationSource = {
  languages: async () => [],
  load: async (key) => {
    throw new Error(`Error fetching translation for ${key}`);
  },
};

const isPseudo = (key: string): key is PseudoLocale => (PSEUDO_LOCALES as readonly string[]).includes(key);

/** Makes the languages of a console. It starts in English, so it is usable before `start` has ended. */
export function createI18n(options: I18nOptions): I18n {
  const { defaults, storage } = options;
  const source = options.source ?? EMPTY_SOURCE;
  const missing = createMissingKeyLog((batch) => options.onMissing?.(batch));
  const listeners = new Set<() => void>();
  let own: Messages = defaults;
  let state: I18nSnapshot = { locale: DEFAULT_LOCALE, dir: 'ltr', messages: defaults, languages: [ENGLISH] };
  let lastRequest = 0;

  const set = (next: Partial<I18nSnapshot>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const noteProblem = (problem: unknown) =>
    options.onProblem?.(problem instanceof Error ? problem : new Error(String(problem)));
  const keys = () => state.languages.map((language) => language.key);

  const loadOne = async (key: string): Promise<Messages> => {
    if (!isPseudo(key)) return source.load(key);
    const { pseudoMessages } = await import('./pseudo.ts');
    return pseudoMessages(defaults, key);
  };
  /** Texts of the chain, each layer over the next; only the requested one must load. */
  const load = async (key: string): Promise<{ own: Messages; messages: Messages }> => {
    if (key === DEFAULT_LOCALE && !keys().includes(key)) return { own: defaults, messages: defaults };
    const [first = DEFAULT_LOCALE, ...rest] = fallbackChain(key, keys());
    const isInCode = first === DEFAULT_LOCALE;
    const requested = isInCode ? loadOne(first).catch(() => defaults) : loadOne(first);
    const others = rest.filter((other) => other !== DEFAULT_LOCALE).map((other) => loadOne(other).catch(() => ({})));
    const [top, ...layers] = await Promise.all([requested, ...others]);
    return { own: top, messages: Object.assign({}, defaults, ...layers.reverse(), top) };
  };
  const swap = async (key: string) => {
    lastRequest += 1;
    const request = lastRequest;
    const loaded = await load(key);
    if (request !== lastRequest) return;
    own = loaded.own;
    const dir = directionOf(key);
    options.onLocale?.(key, dir);
    set({ locale: key, dir, messages: loaded.messages });
  };
  const known = (key: string | null | undefined) => matchKey(key, [...keys(), ...PSEUDO_LOCALES]);

  return {
    async start() {
      try {
        const published = await source.languages();
        const others = published.filter((language) => matchKey(language.key, [DEFAULT_LOCALE]) === undefined);
        set({ languages: [ENGLISH, ...others] });
      } catch (problem) {
        noteProblem(problem);
      }
      const stored = storage.getItem(LOCALE_STORAGE_KEY);
      const wanted =
        matchKey(stored, PSEUDO_LOCALES) ??
        chooseLocale({ stored, browser: options.browserLanguages, published: keys() });
      try {
        await swap(wanted);
      } catch (problem) {
        noteProblem(problem);
        options.onLocale?.(state.locale, state.dir);
      }
    },
    async select(key) {
      const found = known(key);
      if (found === undefined) throw new Error(LANGUAGE_NOT_AVAILABLE);
      await swap(found);
      storage.setItem(LOCALE_STORAGE_KEY, found);
    },
    async applyPreferred(key) {
      const found = matchKey(key, keys());
      if (found === undefined || found === state.locale || isPseudo(state.locale)) return;
      try {
        await swap(found);
        storage.setItem(LOCALE_STORAGE_KEY, found);
      } catch (problem) {
        noteProblem(problem);
      }
    },
    defaultMessage: (key) => (Object.hasOwn(defaults, key) ? defaults[key] : undefined),
    noteUse(key) {
      if (!Object.hasOwn(own, key)) missing.report(state.locale, key);
    },
    noteProblem,
    flushMissing: missing.flush,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => state,
  };
}
