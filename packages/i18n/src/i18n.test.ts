import { afterEach, describe, expect, test, vi } from 'vitest';
import { createI18n, START_WAIT_MS, type TranslationSource } from './i18n.ts';

afterEach(() => void vi.useRealTimers());

const defaults = { 'app.hello': 'Hello', 'app.bye': 'Bye' };

function storage(initial: Record<string, string> = {}) {
  const kept = new Map(Object.entries(initial));
  return {
    kept,
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
  };
}

const texts: Record<string, Record<string, string>> = {
  'de-DE': { 'app.hello': 'Hallo' },
  'de-AT': { 'app.hello': 'Servus', 'app.bye': 'Baba' },
  'ar-EG': { 'app.hello': 'مرحبا', 'app.bye': 'وداعا' },
};
const source = (overrides: Partial<TranslationSource> = {}): TranslationSource => ({
  languages: async () => Object.keys(texts).map((key) => ({ key, name: key })),
  load: async (key) => texts[key] ?? Promise.reject(new Error(`Error fetching translation for ${key}`)),
  ...overrides,
});

describe('languages of a console', () => {
  test('starts in the browser language with all texts', async () => {
    const onLocale = vi.fn();
    const i18n = createI18n({ defaults, source: source(), storage: storage(), browserLanguages: ['de-DE'], onLocale });
    expect(i18n.snapshot().messages).toEqual(defaults);
    await i18n.start();
    expect(i18n.snapshot()).toMatchObject({ locale: 'de-DE', messages: { 'app.hello': 'Hallo', 'app.bye': 'Baba' } });
    expect(onLocale).toHaveBeenCalledWith('de-DE', 'ltr');
  });

  test('falls back to English when the service is down, and logs why [spec 9.14]', async () => {
    const logProblem = vi.fn();
    const dead = source({ languages: () => Promise.reject(new Error('No available languages!')), logProblem });
    const i18n = createI18n({ defaults, source: dead, storage: storage(), browserLanguages: ['de-DE'] });
    await i18n.start();
    expect(i18n.snapshot()).toMatchObject({ locale: 'en-US', messages: defaults });
    expect(logProblem).toHaveBeenCalledWith(new Error('No available languages!'));
  });

  test('a list of languages that failed is asked for again, twice', async () => {
    vi.useFakeTimers();
    const languages = vi.fn(source().languages);
    for (const _failure of [1, 2]) languages.mockRejectedValueOnce(new Error('No available languages!'));
    const i18n = createI18n({
      defaults,
      source: source({ languages }),
      storage: storage(),
      browserLanguages: ['de-DE'],
    });
    void i18n.start();
    void i18n.applyPreferred('ar-EG');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(i18n.snapshot().locale).toBe('en-US');
    await vi.advanceTimersByTimeAsync(4_000);
    expect([i18n.snapshot().locale, languages.mock.calls.length]).toEqual(['ar-EG', 3]);
  });

  test('wait 1.5 s for an unresponsive service; its languages are adopted when they arrive', async () => {
    vi.useFakeTimers();
    expect(START_WAIT_MS).toBe(1_500);
    let answer: (languages: { key: string; name: string }[]) => void = () => undefined;
    const languages = () => new Promise<{ key: string; name: string }[]>((resolve) => (answer = resolve));
    const i18n = createI18n({ defaults, source: source({ languages }), storage: storage(), browserLanguages: ['de'] });
    const start = i18n.start();
    const preferred = i18n.applyPreferred('ar-EG');
    await vi.advanceTimersByTimeAsync(START_WAIT_MS);
    await Promise.all([start, preferred]);
    expect(i18n.snapshot().locale).toBe('en-US');
    vi.useRealTimers();
    answer([
      { key: 'de-DE', name: 'Deutsch' },
      { key: 'ar-EG', name: 'العربية' },
    ]);
    await vi.waitFor(() => expect(i18n.snapshot().locale).toBe('ar-EG'));
  });

  test('the language of the profile is not overwritten by an initial choice that arrives after it', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const load = async (key: string) => {
      if (key === 'de-DE') await slow;
      return texts[key] ?? {};
    };
    const languages = async () => ['en-US', 'de-DE'].map((key) => ({ key, name: key }));
    const kept = storage();
    const i18n = createI18n({ defaults, source: source({ languages, load }), storage: kept, browserLanguages: ['de'] });
    const start = i18n.start();
    await i18n.applyPreferred('en-US');
    release();
    await start;
    expect([i18n.snapshot().locale, kept.getItem('sdk-locale')]).toEqual(['en-US', 'en-US']);
  });

  test('where English is expected the start waits for nothing, and unchanged English is not loaded again', async () => {
    const load = vi.fn(async () => ({ 'app.hello': 'Howdy' }));
    const english = { key: 'en-US', name: 'English', filePath: 'i18n/x/en-US.1.json' };
    const german = { key: 'de-DE', name: 'Deutsch', filePath: 'i18n/x/de-DE.1.json' };
    const languages = vi.fn(async () => [german, english]);
    const options = { defaults, storage: storage(), browserLanguages: ['en-US'], source: { languages, load } };
    const same = createI18n({ ...options, defaultsPath: english.filePath });
    await same.start();
    await vi.waitFor(() => expect(same.snapshot().languages).toEqual([german, english]));
    expect(load).not.toHaveBeenCalled();
    const edited = createI18n({ ...options, defaultsPath: 'i18n/x/en-US.2.json' });
    await edited.start();
    await vi.waitFor(() => expect(edited.snapshot().messages['app.hello']).toBe('Howdy'));
    // The list never arrives: a start that waits for it does not end before 1.5 s.
    vi.useFakeTimers();
    const silent = { languages: () => new Promise<never>(() => undefined), load };
    for (const [stored, first] of [
      ['en-us', 'de'],
      [null, 'en-US'],
    ] as const) {
      const kept = storage(stored === null ? {} : { 'sdk-locale': stored });
      const isStarted = createI18n({ ...options, source: silent, storage: kept, browserLanguages: [first] }).start();
      const waited = vi.advanceTimersByTimeAsync(0).then(() => `the start with ${stored}, ${first} waits`);
      expect(await Promise.race([isStarted, waited])).toBeUndefined();
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  test('a layer of the chain that fails is skipped; a malformed text falls through to the next', async () => {
    const logProblem = vi.fn();
    const load = async (key: string) => {
      if (key === 'de-DE') return { 'app.hello': 'Hallo', 'app.bye': 'Tschüss' };
      if (key === 'de-AT') return { 'app.hello': 'Servus {', 'app.bye': 'Baba {name}' };
      throw new Error(`Error fetching translation for ${key}`);
    };
    const languages = async () => ['en-US', 'de-DE', 'de-AT'].map((key) => ({ key, name: key, filePath: key }));
    const options = { defaults, storage: storage(), browserLanguages: ['de-AT'] };
    const i18n = createI18n({ ...options, source: { languages, load, logProblem } });
    await i18n.start();
    expect(i18n.snapshot()).toMatchObject({
      locale: 'de-AT',
      messages: { 'app.hello': 'Hallo', 'app.bye': 'Tschüss' },
    });
    const problems = logProblem.mock.calls.map(([problem]) => (problem as Error).message);
    expect(problems.sort()).toEqual([
      'Error fetching translation for en-US',
      'Malformed message app.bye: unknown placeholder name',
      'Malformed message app.hello: EXPECT_ARGUMENT_CLOSING_BRACE',
    ]);
  });

  test('an unpublished language is refused; a failed load keeps the previous one and saves nothing [spec 5.1]', async () => {
    const kept = storage();
    const languages = async () => [{ key: 'fr-FR', name: 'Français' }];
    const i18n = createI18n({ defaults, source: source({ languages }), storage: kept, browserLanguages: [] });
    await i18n.start();
    await expect(i18n.select('sv-SE')).rejects.toThrow(/^This language is not available$/);
    await expect(i18n.select('fr-FR')).rejects.toThrow('Error fetching translation for fr-FR');
    expect(i18n.snapshot().locale).toBe('en-US');
    expect(kept.kept.size).toBe(0);
  });

  test('begin in English, left to right, and need no service', async () => {
    const i18n = createI18n({ defaults, storage: storage(), browserLanguages: ['de-DE'] });
    const english = {
      locale: 'en-US',
      dir: 'ltr',
      messages: defaults,
      languages: [{ key: 'en-US', name: 'English' }],
    };
    expect(i18n.snapshot()).toEqual(english);
    await i18n.start();
    expect(i18n.snapshot()).toEqual(english);
    // English as in the code, which pages add their texts to.
    expect(i18n.snapshot().messages).toBe(defaults);
    i18n.noteUse('app.none');
    i18n.flushMissing();
    i18n.noteProblem(new Error('not heard'));
    await i18n.select('en-XA');
    expect(i18n.snapshot().locale).toBe('en-XA');
  });

  test('notify listeners of every change', async () => {
    const i18n = createI18n({ defaults, source: source(), storage: storage(), browserLanguages: [] });
    await i18n.refresh();
    const listener = vi.fn();
    const end = i18n.subscribe(listener);
    await i18n.select('de-DE');
    expect(listener).toHaveBeenCalledTimes(1);
    end();
    await i18n.select('ar-EG');
    expect(listener).toHaveBeenCalledTimes(1);
  });

  test('a choice is saved; a newer one that failed does not replace it', async () => {
    const kept = storage();
    const i18n = createI18n({ defaults, source: source(), storage: kept, browserLanguages: [] });
    await i18n.refresh();
    await i18n.select('DE-de');
    expect(kept.getItem('sdk-locale')).toBe('de-DE');
    await expect(i18n.select('sv-SE')).rejects.toThrow();
    expect(kept.getItem('sdk-locale')).toBe('de-DE');
  });

  test('a language that cannot be loaded at the start is reported, and the document is in English', async () => {
    const logProblem = vi.fn();
    const onLocale = vi.fn();
    const load = () => Promise.reject(new Error('Error fetching translation for de-DE'));
    const languages = async () => [{ key: 'de-DE', name: 'Deutsch' }];
    const options = { defaults, storage: storage(), browserLanguages: ['de-DE'], onLocale };
    const i18n = createI18n({ ...options, source: { languages, load, logProblem } });
    await i18n.start();
    await i18n.applyPreferred('de-DE');
    expect(logProblem.mock.calls.map(([problem]) => (problem as Error).message)).toEqual([
      'Error fetching translation for de-DE',
      'Error fetching translation for de-DE',
    ]);
    expect(onLocale.mock.calls).toEqual([
      ['en-US', 'ltr'],
      ['en-US', 'ltr'],
    ]);
    expect(i18n.snapshot().messages).toEqual(defaults);
    // Problems are ignored without a listener.
    await createI18n({ defaults, storage: storage(), browserLanguages: ['de'], source: { languages, load } }).start();
  });

  test('languages are listed in the order of the service, English first where it is not among them', async () => {
    const listed = async (...keys: string[]) => {
      const languages = async () => keys.map((key) => ({ key, name: key }));
      const i18n = createI18n({ defaults, source: source({ languages }), storage: storage(), browserLanguages: [] });
      await i18n.refresh();
      return i18n.snapshot().languages.map(({ key }) => key);
    };
    expect(await listed('de-DE', 'ar-EG')).toEqual(['en-US', 'de-DE', 'ar-EG']);
    expect(await listed('de-DE', 'en-US', 'ar-EG')).toEqual(['de-DE', 'en-US', 'ar-EG']);
  });

  test('English without a file is the text in the code: nothing is requested or logged', async () => {
    const load = vi.fn(async () => ({ 'app.hello': 'Hallo', 'app.bye': 'Tschüss' }));
    const logProblem = vi.fn();
    const languages = async () => [{ key: 'de-DE', name: 'Deutsch' }];
    const options = { defaults, storage: storage(), browserLanguages: ['de'] };
    const i18n = createI18n({ ...options, source: { languages, load, logProblem } });
    await i18n.start();
    expect(i18n.snapshot().messages).toEqual({ 'app.hello': 'Hallo', 'app.bye': 'Tschüss' });
    await i18n.select('en-US');
    expect(i18n.snapshot()).toMatchObject({ locale: 'en-US', messages: defaults });
    expect(load.mock.calls).toEqual([['de-DE']]);
    expect(logProblem).not.toHaveBeenCalled();
  });

  test('the last request wins, whatever arrives last', async () => {
    let release: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => {
      release = resolve;
    });
    const late = source({
      load: async (key) => {
        if (key === 'de-DE') await slow;
        return texts[key] ?? {};
      },
    });
    const kept = storage();
    const i18n = createI18n({ defaults, source: late, storage: kept, browserLanguages: [] });
    await i18n.start();
    const first = i18n.select('de-DE');
    await i18n.select('ar-EG');
    release();
    await first;
    expect(i18n.snapshot()).toMatchObject({ locale: 'ar-EG', dir: 'rtl' });
    expect(kept.getItem('sdk-locale')).toBe('ar-EG');
  });

  test('the language of the profile wins after sign-in and is saved, if published [spec 4.24]', async () => {
    const kept = storage({ 'sdk-locale': 'de-DE' });
    const logProblem = vi.fn();
    const i18n = createI18n({ defaults, source: source({ logProblem }), storage: kept, browserLanguages: [] });
    await i18n.start();
    await i18n.applyPreferred('sv-SE');
    expect(i18n.snapshot().locale).toBe('de-DE');
    expect(logProblem).not.toHaveBeenCalled();
    await i18n.applyPreferred('ar-EG');
    expect(i18n.snapshot().locale).toBe('ar-EG');
    expect(kept.getItem('sdk-locale')).toBe('ar-EG');
    // Pseudo-locales are kept.
    await i18n.select('en-XA');
    await i18n.applyPreferred('de-DE');
    expect(i18n.snapshot().locale).toBe('en-XA');
  });

  test('a pseudo-locale can be stored though it is not published', async () => {
    const kept = storage({ 'sdk-locale': 'ar-XB' });
    const i18n = createI18n({ defaults, storage: kept, browserLanguages: ['en-US'] });
    await i18n.start();
    expect(i18n.snapshot()).toMatchObject({ locale: 'ar-XB', dir: 'rtl' });
    expect(i18n.snapshot().languages.map((language) => language.key)).toEqual(['en-US']);
  });
});

describe('after a publication', () => {
  const bye = { key: 'de-DE', name: 'Deutsch' };

  test('new texts, new languages and removed languages arrive without a reload', async () => {
    let published = [bye];
    let text = 'Hallo';
    const kept = storage({ 'sdk-locale': 'de-DE' });
    const i18n = createI18n({
      defaults,
      source: { languages: async () => published, load: async () => ({ 'app.hello': text }) },
      storage: kept,
      browserLanguages: [],
    });
    await i18n.start();
    text = 'Guten Tag';
    published = [bye, { key: 'ar-EG', name: 'العربية' }];
    await i18n.refresh();
    expect(i18n.snapshot().messages['app.hello']).toBe('Guten Tag');
    expect(i18n.snapshot().languages.map(({ key }) => key)).toEqual(['en-US', 'de-DE', 'ar-EG']);
    published = [{ key: 'ar-EG', name: 'العربية' }];
    await i18n.refresh();
    expect([i18n.snapshot().locale, kept.getItem('sdk-locale')]).toEqual(['en-US', 'de-DE']);
  });

  test('texts that cannot be loaded leave those on screen', async () => {
    let isDown = false;
    const load = async () => (isDown ? Promise.reject(new Error('down')) : { 'app.hello': 'Hallo' });
    const options = { defaults, storage: storage(), browserLanguages: ['de-DE'] };
    const i18n = createI18n({ ...options, source: { languages: async () => [bye], load } });
    await i18n.start();
    isDown = true;
    await expect(i18n.refresh()).rejects.toThrow('down');
    expect(i18n.snapshot().messages['app.hello']).toBe('Hallo');
  });

  test('a choice made in between is not overwritten', async () => {
    const { promise, resolve } = Promise.withResolvers<(typeof bye)[]>();
    const languages = vi.fn(async () => [bye]);
    const kept = storage({ 'sdk-locale': 'de-DE' });
    const options = { defaults, storage: kept, browserLanguages: [] };
    const load = vi.fn(async () => ({ 'app.hello': 'Hallo' }));
    const i18n = createI18n({ ...options, source: { languages, load } });
    await i18n.start();
    languages.mockReturnValueOnce(promise);
    const refreshed = i18n.refresh();
    await i18n.select('en-US');
    resolve([bye]);
    await refreshed;
    expect(i18n.snapshot().locale).toBe('en-US');
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('can be chosen right after a start in English, which does not wait for the list', async () => {
    const list = Promise.withResolvers<(typeof bye)[]>();
    const options = { defaults, storage: storage(), browserLanguages: ['en-US'] };
    const i18n = createI18n({ ...options, source: source({ languages: () => list.promise }) });
    await i18n.start();
    const chosen = i18n.select('de-DE');
    list.resolve([bye]);
    await chosen;
    expect(i18n.snapshot().locale).toBe('de-DE');
  });

  test('a choice whose texts are still loading is not lost', async () => {
    const first = Promise.withResolvers<{ 'app.hello': string }>();
    const load = vi.fn(async () => ({ 'app.hello': 'Hallo' })).mockReturnValueOnce(first.promise);
    const kept = storage();
    const options = { defaults, storage: kept, browserLanguages: [] };
    const i18n = createI18n({ ...options, source: { languages: async () => [bye], load } });
    await i18n.start();
    await vi.waitUntil(() => i18n.snapshot().languages.length > 1);
    const chosen = i18n.select('de-DE');
    const refreshed = i18n.refresh();
    first.resolve({ 'app.hello': 'Hi' });
    await Promise.all([chosen, refreshed]);
    expect([i18n.snapshot().locale, kept.getItem('sdk-locale')]).toEqual(['de-DE', 'de-DE']);
    expect(i18n.snapshot().messages['app.hello']).toBe('Hallo');
  });
});

describe('missing keys', () => {
  test('a text that only the code has counts as missing', async () => {
    const reportMissing = vi.fn();
    const only = source({ languages: async () => [{ key: 'de-DE', name: 'Deutsch' }], reportMissing });
    const i18n = createI18n({ defaults, source: only, storage: storage(), browserLanguages: ['de-DE'] });
    await i18n.start();
    i18n.noteUse('app.hello');
    i18n.noteUse('app.bye');
    i18n.flushMissing(true);
    expect(reportMissing).toHaveBeenCalledWith([{ locale: 'de-DE', key: 'app.bye' }], true);
  });
});
