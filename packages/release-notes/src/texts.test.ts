import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ReleaseNotesOptions } from './install-options.ts';
import { panelLocale } from './panel-locale.ts';
import { textsOf, titleOf } from './texts.ts';

const options = (more: Partial<ReleaseNotesOptions> = {}): ReleaseNotesOptions => ({
  authProviderEndpoint: '/identity',
  token: 'token',
  suppressLogs: true,
  ...more,
});

let lang = '';
beforeEach(() => {
  lang = '';
  vi.stubGlobal('document', {
    documentElement: {
      get lang() {
        return lang;
      },
    },
  });
  vi.stubGlobal('navigator', { language: 'fr-FR' });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('without a translation function texts are English, with their values', () => {
  expect(textsOf(options())('releaseNotes.dismiss')).toBe('Dismiss');
  expect(textsOf(options())('releaseNotes.leftOut', { count: '9,000' })).toBe('Changes not shown: 9,000');
  expect(textsOf(options())('releaseNotes.leftOut', {})).toBe('Changes not shown: {count}');
  expect(textsOf(options())('releaseNotes.leftOut')).toBe('Changes not shown: {count}');
});

test('the translation function gets key, English text and values [spec 2.40]', () => {
  const translate = vi.fn(() => 'Verwerfen');
  expect(textsOf(options({ translate }))('releaseNotes.leftOut', { count: 1 })).toBe('Verwerfen');
  expect(translate.mock.calls).toEqual([['releaseNotes.leftOut', 'Changes not shown: {count}', { count: 1 }]]);
});

test.each([[''], [undefined], [null], [1]])('for the answer %j the English text is used', (answer) => {
  const translate = (() => answer) as unknown as NonNullable<ReleaseNotesOptions['translate']>;
  expect(textsOf(options({ translate }))('releaseNotes.leftOut', { count: 1 })).toBe('Changes not shown: 1');
});

test('for a function that throws the English text is used', () => {
  const translate = () => {
    throw new Error('no such key');
  };
  expect(textsOf(options({ translate }))('releaseNotes.bug')).toBe('Bug');
});

test('the title is the default or the option, either translated [spec 2.39, 2.40]', () => {
  expect(titleOf(options())).toBe("What's included in the latest release(s)");
  expect(titleOf(options({ title: 'News' }))).toBe('News');
  const translate = (key: string, english: string) => `${key}|${english}`;
  expect(titleOf(options({ translate }))).toBe("releaseNotes.title|What's included in the latest release(s)");
  expect(titleOf(options({ title: 'News', translate }))).toBe('News|News');
});

test('the language is that of the option, else of the document, else of the browser, else English', () => {
  lang = 'de-DE';
  expect(panelLocale(options({ locale: 'ar-EG' }))).toBe('ar-EG');
  expect(panelLocale(options({ locale: 'not a tag' }))).toBe('de-DE');
  expect(panelLocale(options())).toBe('de-DE');
  lang = '';
  expect(panelLocale(options())).toBe('fr-FR');
  vi.stubGlobal('navigator', { language: '' });
  expect(panelLocale(options())).toBe('en-US');
});

test('a missing option is not logged', () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  panelLocale(options({ suppressLogs: false }));
  expect(info).not.toHaveBeenCalled();
  info.mockRestore();
});
