import { describe, expect, test, vi } from 'vitest';
import { compileMessage } from './compile.ts';
import { createI18n, type I18n } from './i18n.ts';
import type { CompiledMessages, MessageValues } from './messages.ts';
import { createTranslate } from './translate.ts';

const source = {
  'row.count.all': '{count, plural, one {# row} other {# rows}}',
  'row.name.plain': 'Rows',
  'row.read.figure': '{figure} {count, plural, one {row} other {rows}} read',
};
const compiled: CompiledMessages = Object.fromEntries(
  Object.entries(source).map(([key, text]) => [key, compileMessage(text)]),
);
const arabic = {
  'row.count.all': '{count, plural, zero {لا صفوف} one {صف واحد} two {صفان} few {# صفوف} many {# صفًا} other {# صف}}',
};

function languages(defaults: CompiledMessages, texts: Record<string, string> = arabic): I18n & { problems: Error[] } {
  const problems: Error[] = [];
  const i18n = createI18n({
    defaults,
    storage: { getItem: () => null, setItem: () => undefined },
    browserLanguages: [],
    source: {
      languages: async () => [{ key: 'ar-EG', name: 'العربية' }],
      load: async () => texts,
      logProblem: (problem) => void problems.push(problem),
    },
  });
  return Object.assign(i18n, { problems });
}

/** Where this package is type-checked together with a host, only the host's keys are known. */
const speaker = (i18n: I18n) => createTranslate(i18n) as (key: string, values?: MessageValues) => string;

describe.each([
  ['as they are written', source],
  ['as a build has read them', compiled],
])('texts %s', (_name, defaults) => {
  test('are available outside of components, even before rendering, and follow the language', async () => {
    const i18n = languages(defaults);
    const say = speaker(i18n);
    expect([say('row.count.all', { count: 1 }), say('row.count.all', { count: 2000 })]).toEqual([
      '1 row',
      '2,000 rows',
    ]);
    await i18n.start();
    await i18n.select('ar-EG');
    const forms = [0, 1, 2, 3, 11, 100].map((count) => say('row.count.all', { count }));
    expect(forms).toEqual(['لا صفوف', 'صف واحد', 'صفان', '٣ صفوف', '١١ صفًا', '١٠٠ صف']);
    expect(say('row.name.plain')).toBe('Rows');
  });

  test('have the count also as the language writes it, unless the caller says it', () => {
    const say = speaker(languages(defaults));
    expect(say('row.read.figure', { count: 2000 })).toBe('2,000 rows read');
    expect(say('row.read.figure', { count: 2000, figure: '2,000+' })).toBe('2,000+ rows read');
  });

  test('that fail with their values fall back to the text in the code, never to a key', async () => {
    const i18n = languages(defaults, { 'row.count.all': '{count, date, full}' });
    await i18n.start();
    await i18n.select('ar-EG');
    expect(speaker(i18n)('row.count.all', { count: Number.NaN })).not.toContain('row.count');
    expect(i18n.problems.length).toBeGreaterThan(0);
  });
});

test('a text without syntax is not formatted at all', () => {
  const i18n = languages(compiled);
  const noteUse = vi.spyOn(i18n, 'noteUse');
  expect(speaker(i18n)('row.name.plain', { unused: 1 })).toBe('Rows');
  expect(noteUse).toHaveBeenCalledWith('row.name.plain');
});
