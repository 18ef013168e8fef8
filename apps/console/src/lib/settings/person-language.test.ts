import { createI18n, type I18n, START_WAIT_MS } from '@backcounter/i18n';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPersonLanguage } from './person-language.ts';
import type { SessionPerson } from './session.ts';

const TEXTS: Readonly<Record<string, Record<string, string>>> = {
  'de-DE': { 'app.hello': 'Hallo' },
  'fr-FR': { 'app.hello': 'Bonjour' },
};
const ASTRID: SessionPerson = {
  sub: 'astrid',
  name: 'Astrid',
  email: null,
  roles: ['ADMIN'],
  adminUrl: null,
  preferredLanguage: 'de-DE',
};
const MATEO: SessionPerson = { ...ASTRID, sub: 'mateo m', preferredLanguage: null };

let person: SessionPerson | null;
let kept: string | null;
let i18n: I18n;
let storage: Map<string, string>;
const read = vi.fn(async () => kept);
const write = vi.fn(async (language: string) => {
  // Like the embedded provider.
  if (person !== null) person = { ...person, preferredLanguage: language };
});
let own: ReturnType<typeof createPersonLanguage>;

const language = () => i18n.snapshot().locale;
/** A sign-in that the person started. */
async function signIn(who: SessionPerson | null): Promise<string> {
  person = who;
  await own.applyAfterSignIn({ isRestart: false });
  return language();
}
async function restart(): Promise<string> {
  await own.applyAfterSignIn({ isRestart: true });
  return language();
}

beforeEach(async () => {
  storage = new Map();
  kept = null;
  person = null;
  read.mockClear();
  write.mockClear();
  const store = {
    getItem: (name: string) => storage.get(name) ?? null,
    setItem: (name: string, value: string) => void storage.set(name, value),
  };
  i18n = createI18n({
    defaults: { 'app.hello': 'Hello' },
    source: {
      languages: async () => Object.keys(TEXTS).map((key) => ({ key, name: key, filePath: key })),
      load: async (key) => TEXTS[key] ?? {},
    },
    storage: store,
    browserLanguages: ['en-US'],
  });
  await i18n.start();
  await vi.waitFor(() => expect(i18n.snapshot().languages).toHaveLength(3));
  own = createPersonLanguage({ i18n, storage: store, person: () => person, read, write });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('after a sign-in', () => {
  test('the language of the profile is applied and saved [spec 4.24]', async () => {
    expect(await signIn(ASTRID)).toBe('de-DE');
    expect(storage.get('sdk-locale')).toBe('de-DE');
  });

  test('a profile without a language changes nothing', async () => {
    await i18n.select('fr-FR');
    expect(await signIn(MATEO)).toBe('fr-FR');
    expect(await signIn(null)).toBe('fr-FR');
  });

  test('a profile with the language that was applied last does not override another choice', async () => {
    await signIn(ASTRID);
    await i18n.select('fr-FR');
    expect(await signIn(ASTRID)).toBe('fr-FR');
    expect(await signIn({ ...ASTRID, preferredLanguage: 'en-US' })).toBe('en-US');
  });

  test('of another person, theirs is applied, and then one’s own again', async () => {
    await signIn(ASTRID);
    await i18n.select('fr-FR');
    expect(await signIn({ ...MATEO, preferredLanguage: 'de-DE' })).toBe('de-DE');
    await i18n.select('en-US');
    expect(await signIn(MATEO)).toBe('en-US');
    expect(await signIn(ASTRID)).toBe('de-DE');
  });

  test('a language that is not published is tried again', async () => {
    const swedish = { ...ASTRID, preferredLanguage: 'sv-SE' };
    expect(await signIn(swedish)).toBe('en-US');
    const select = vi.spyOn(i18n, 'applyPreferred');
    await signIn(swedish);
    expect(select).toHaveBeenCalledTimes(1);
  });

  test('the language stored on the server takes precedence over the profile', async () => {
    kept = 'fr-FR';
    expect(await signIn(ASTRID)).toBe('fr-FR');
  });

  test('without an answer of the server nothing is changed, and the page waits no longer than for a start', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    read.mockRejectedValueOnce(new Error('down'));
    expect(await signIn(ASTRID)).toBe('en-US');
    vi.useFakeTimers();
    const { promise, resolve } = Promise.withResolvers<string>();
    read.mockReturnValueOnce(promise);
    const end = signIn(ASTRID);
    await vi.advanceTimersByTimeAsync(START_WAIT_MS);
    expect(await end).toBe('en-US');
    resolve('fr-FR');
    await vi.waitFor(() => expect(language()).toBe('fr-FR'));
  });
});

describe('a restart of the session', () => {
  test('changes nothing for the same person, whatever their profile says by now [languages 7]', async () => {
    await signIn(ASTRID);
    await i18n.select('fr-FR');
    person = { ...ASTRID, preferredLanguage: 'en-US' };
    expect(await restart()).toBe('fr-FR');
    expect(await signIn({ ...ASTRID, preferredLanguage: 'en-US' })).toBe('en-US');
  });

  test('that another person ends by signing in applies their language', async () => {
    await signIn(ASTRID);
    person = { ...MATEO, preferredLanguage: 'fr-FR' };
    expect(await restart()).toBe('fr-FR');
  });
});

describe('a choice', () => {
  test('is kept, and survives the next sign-in [languages 6]', async () => {
    await signIn(ASTRID);
    await own.choose('fr-FR');
    expect([language(), write.mock.calls]).toEqual(['fr-FR', [['fr-FR']]]);
    expect(await signIn(person)).toBe('fr-FR');
  });

  test('that could not be kept survives the next sign-in in this browser', async () => {
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    await signIn(ASTRID);
    write.mockRejectedValueOnce(new Error('down'));
    await own.choose('fr-FR');
    expect(await signIn(ASTRID)).toBe('fr-FR');
  });

  test('of a person without a role, or of no one, is not sent anywhere', async () => {
    await own.choose('fr-FR');
    await signIn({ ...ASTRID, roles: [], preferredLanguage: null });
    await own.choose('de-DE');
    expect(write).not.toHaveBeenCalled();
    expect(language()).toBe('de-DE');
  });

  test('of a language that is not available is refused and not kept', async () => {
    await signIn(ASTRID);
    await expect(own.choose('sv-SE')).rejects.toThrow('This language is not available');
    expect([write.mock.calls, language()]).toEqual([[], 'de-DE']);
  });

  test('right after another one is the one that is kept in the end', async () => {
    await signIn(ASTRID);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    write.mockReturnValueOnce(promise);
    const first = own.choose('fr-FR');
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(1));
    const [second, third] = [own.choose('de-DE'), own.choose('en-US')];
    resolve(undefined);
    await Promise.all([first, second, third]);
    expect(write.mock.calls).toEqual([['fr-FR'], ['en-US']]);
  });

  test('made during the request to the server is not overwritten', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    read.mockReturnValueOnce(promise);
    const end = signIn(ASTRID);
    await own.choose('fr-FR');
    resolve('de-DE');
    await end;
    expect(language()).toBe('fr-FR');
  });
});
