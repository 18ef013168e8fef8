import {
  chooseLocale,
  DEFAULT_LOCALE,
  directionOf,
  isPseudoLocale,
  type LanguageChoice,
  LOCALE_STORAGE_KEY,
  matchKey,
  PSEUDO_LOCALES,
  type PseudoLocale,
} from './locale.ts';
import { loadLayers } from './message-layers.ts';
import type { CompiledMessage, CompiledMessages, Messages } from './messages.ts';
import { createMissingKeyLog, type MissingKey } from './missing-keys.ts';

/** Refusal of a language that is not published (specification, section 5). */
export const LANGUAGE_NOT_AVAILABLE = 'This language is not available';
/** Longest time that a start waits for the languages, in milliseconds; later answers are adopted on arrival. */
export const START_WAIT_MS = 1_500;
/** Pauses before a list of languages that failed is asked for again, in milliseconds. */
const LIST_PAUSES_MS: readonly number[] = [1_000, 4_000];

/** Source of languages and their texts, such as the translation service. */
export interface TranslationSource {
  /** Languages that can be chosen besides en-US, which is always available, with or without a file. */
  languages(): Promise<readonly LanguageChoice[]>;
  /** Texts of one language; rejects with 'Error fetching translation for {language}'. */
  load(key: string): Promise<Messages>;
  /**
   * Texts of a pseudo-locale, made of English texts that are newer than those in the code; other keys are derived from
   * the code.
   */
  loadPseudo?(locale: PseudoLocale): Promise<Messages>;
  /** Reports keys that the chosen language lacks. */
  reportMissing?(batch: readonly MissingKey[], isLeaving: boolean): void;
  /** Logs a problem that must not break the page: a failed load, a malformed message. */
  logProblem?(problem: Error): void;
}

/** State of a running console. */
export interface I18nSnapshot {
  readonly locale: string;
  readonly dir: 'ltr' | 'rtl';
  /** Texts by the fallback chain, those in the code last. */
  readonly messages: CompiledMessages;
  readonly languages: readonly LanguageChoice[];
}

/** Storage of the choice; local storage fits. */
export interface LocaleStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

/** Options of {@link createI18n}. */
export interface I18nOptions {
  /** English texts in the code, possibly parsed at build time. Pages may add texts as they are loaded. */
  readonly defaults: CompiledMessages;
  /** Path under which exactly these texts would be published; then they are not loaded again. */
  readonly defaultsPath?: string | undefined;
  readonly source?: TranslationSource;
  readonly storage: LocaleStorage;
  readonly browserLanguages: readonly string[];
  /** Called with the locale and direction of the document. */
  readonly onLocale?: (locale: string, dir: 'ltr' | 'rtl') => void;
}

/** Languages of a console: the current one, those available, and the texts. */
export interface I18n {
  /**
   * Chooses the initial locale and loads it. Never rejects: English is always available. Waits at most {@link
   * START_WAIT_MS}, and not at all where English is expected; later arrivals are swapped in.
   */
  start(): Promise<void>;
  /**
   * Loads a language, then swaps; the last request wins. Saves the choice.
   * @throws Error {@link LANGUAGE_NOT_AVAILABLE}, or the source's error, after which the previous language remains.
   */
  select(key: string): Promise<void>;
  /**
   * After sign-in: switches to the profile's language if it differs and is published, and saves it (specification,
   * section 4). Never rejects, and waits no longer than `start`.
   */
  applyPreferred(key: string | null | undefined): Promise<void>;
  /**
   * Reloads the languages and the texts of the current one, after a publication. A language that is no longer published
   * is replaced by en-US; the reader's choice is kept for its return.
   * @throws Error of the source where the texts cannot be loaded; the previous ones remain
   */
  refresh(): Promise<void>;
  /** Text in the code for a key, for a message that turns out to be malformed. */
  defaultMessage(key: string): CompiledMessage | undefined;
  /** Counts a key as missing where the chosen language lacks it. */
  noteUse(key: string): void;
  noteProblem(problem: Error): void;
  /** Reports missing keys now; `isLeaving` while the page is unloaded. */
  flushMissing(isLeaving?: boolean): void;
  subscribe(listener: () => void): () => void;
  snapshot(): I18nSnapshot;
}

const ENGLISH: LanguageChoice = { key: DEFAULT_LOCALE, name: 'English' };
/** Waits for work at most {@link START_WAIT_MS}; the work continues in the background. */
async function patiently(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, START_WAIT_MS);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/** Creates the languages of a console. They start in English, so they are usable before `start` has ended. */
export function createI18n(options: I18nOptions): I18n {
  const { defaults, defaultsPath, source, storage, browserLanguages } = options;
  const missing = createMissingKeyLog((batch, isLeaving) => source?.reportMissing?.(batch, isLeaving));
  const listeners = new Set<() => void>();
  let own: CompiledMessages = defaults;
  let state: I18nSnapshot = { locale: DEFAULT_LOCALE, dir: 'ltr', messages: defaults, languages: [ENGLISH] };
  let lastRequest = 0;
  let listed: Promise<boolean> | null = null;
  /** The profile's language while it is not listed and the reader has chosen none. */
  let preferred: string | null | undefined;
  /** The newest change of language, or reload. */
  let changing: Promise<unknown> | null = null;

  const set = (next: Partial<I18nSnapshot>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const noteProblem = (problem: unknown) =>
    source?.logProblem?.(problem instanceof Error ? problem : new Error(String(problem)));
  const keys = () => state.languages.map((language) => language.key);
  const layerSource = {
    defaults,
    defaultsPath,
    load: async (key: string) => (await source?.load(key)) ?? {},
    loadPseudo: async (locale: PseudoLocale) => (await source?.loadPseudo?.(locale)) ?? {},
    noteProblem,
  };

  /** Numbers a request; only the newest one takes effect. */
  const request = () => {
    lastRequest += 1;
    return lastRequest;
  };
  const load = async (key: string, wish: number): Promise<boolean> => {
    const loaded = await loadLayers(key, state.languages, layerSource);
    if (wish !== lastRequest) return false;
    own = loaded.own;
    const dir = directionOf(key);
    options.onLocale?.(key, dir);
    set({ locale: key, dir, messages: loaded.messages });
    return true;
  };
  /** False when a newer request exists. */
  const swap = (key: string, wish: number): Promise<boolean> => {
    const change = load(key, wish);
    changing = change;
    return change;
  };
  /** False when it failed; then it is repeated later, because a service may be busy for a moment. */
  const list = async (pauses = LIST_PAUSES_MS): Promise<boolean> => {
    try {
      const published = (await source?.languages()) ?? [];
      const hasEnglish = published.some(({ key }) => key === DEFAULT_LOCALE);
      set({ languages: hasEnglish ? published : [ENGLISH, ...published] });
      return true;
    } catch (problem) {
      noteProblem(problem);
      const [pause, ...later] = pauses;
      if (pause !== undefined) setTimeout(() => void listAgain(later), pause);
      return false;
    }
  };
  const listAgain = async (pauses: readonly number[]) => {
    if (!(await list(pauses))) return;
    await begin(request());
    await takePreferred(preferred);
  };
  const begin = async (wish: number) => {
    listed ??= list();
    await listed;
    const stored = storage.getItem(LOCALE_STORAGE_KEY);
    const wanted =
      matchKey(stored, PSEUDO_LOCALES) ?? chooseLocale({ stored, browser: browserLanguages, published: keys() });
    await swap(wanted, wish).catch((problem: unknown) => {
      noteProblem(problem);
      options.onLocale?.(state.locale, state.dir);
    });
  };
  const takePreferred = async (key: string | null | undefined) => {
    preferred = key;
    await listed;
    const found = matchKey(key, keys());
    if (found === undefined || isPseudoLocale(state.locale)) return;
    preferred = undefined;
    try {
      // Also for the current language: an initial choice that is still loading must not overwrite it.
      if (await swap(found, request())) storage.setItem(LOCALE_STORAGE_KEY, found);
    } catch (problem) {
      noteProblem(problem);
    }
  };

  return {
    async start() {
      const expected = storage.getItem(LOCALE_STORAGE_KEY) ?? browserLanguages[0] ?? DEFAULT_LOCALE;
      options.onLocale?.(state.locale, state.dir);
      const begun = begin(request());
      if (!matchKey(expected, [DEFAULT_LOCALE])) await patiently(begun);
    },
    async select(key) {
      const wish = request();
      preferred = undefined;
      const find = () => matchKey(key, [...keys(), ...PSEUDO_LOCALES]);
      // Soon after a start in English, the languages are still on their way.
      if (find() === undefined) await listed;
      const found = find();
      if (found === undefined) throw new Error(LANGUAGE_NOT_AVAILABLE);
      if (await swap(found, wish)) storage.setItem(LOCALE_STORAGE_KEY, found);
    },
    applyPreferred: (key) => patiently(takePreferred(key)),
    async refresh() {
      listed = list();
      await listed;
      // A choice whose texts are still loading is applied first.
      for (let last: typeof changing = null; last !== changing; ) {
        last = changing;
        await Promise.allSettled([last]);
      }
      await swap(matchKey(state.locale, [...keys(), ...PSEUDO_LOCALES]) ?? DEFAULT_LOCALE, request());
    },
    defaultMessage: (key) => (Object.hasOwn(defaults, key) ? defaults[key] : undefined),
    noteUse(key) {
      if (!Object.hasOwn(own, key) && !isPseudoLocale(state.locale)) missing.report(state.locale, key);
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
