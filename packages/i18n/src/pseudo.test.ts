import { printAST } from '@formatjs/icu-messageformat-parser/printer.js';
import { describe, expect, test, vi } from 'vitest';
import { compileMessage } from './compile.ts';
import { createI18n } from './i18n.ts';
import type { CompiledMessage } from './messages.ts';
import { pseudoMessage } from './pseudo.ts';

const storage = () => ({ getItem: () => null, setItem: () => undefined });

const written = (message: CompiledMessage) => (typeof message === 'string' ? message : printAST([...message]));

describe('pseudo-locales keep the syntax of messages', () => {
  test.each([
    ['Save', '[Šåṽé~~]'],
    ['{name} saved', '[{name} šåṽéð~~]'],
    ["It''s '{'ok'}' <b>x</b>", "[Îţ'š '{öķ}' ~~~<b>ẋ~</b>]"],
    ['{k, select, a {One} other {{x} {y}}}', '[{k,select,a{Öñé~} other{{x} {y}}}]'],
    ['{n, plural, one {# row} other {# rows}}', '[{n,plural,one{# ŕöŵ~} other{# ŕöŵš~~}}]'],
  ])('%s', (message, expected) => {
    expect(written(pseudoMessage(message, 'en-XA'))).toBe(expected);
  });

  test('a message that was parsed before', () => {
    expect(written(pseudoMessage(compileMessage('{name} saved'), 'en-XA'))).toBe('[{name} šåṽéð~~]');
  });

  test('texts that a page adds later are included', async () => {
    const growing: Record<string, string> = { 'app.hello': 'Hello' };
    const i18n = createI18n({ defaults: growing, storage: storage(), browserLanguages: [] });
    await i18n.select('en-XA');
    growing['app.later'] = 'Later';
    const { messages } = i18n.snapshot();
    expect(written(messages['app.later'] ?? '')).toBe('[Ļåţéŕ~~]');
    expect(messages['app.later']).toBe(messages['app.later']);
    expect([messages['app.none'], Object.hasOwn(messages, 'app.none'), Object.hasOwn(messages, 'app.later')]).toEqual([
      undefined,
      false,
      true,
    ]);
  });

  test('newer texts of the source are used unchanged; the others are made of those in the code', async () => {
    const problems: string[] = [];
    const file = vi.fn(async () => ({ 'app.hello': '[Ĥî]' }));
    const source = {
      languages: async () => [],
      load: async () => ({}),
      loadPseudo: file,
      logProblem: ({ message }: Error) => problems.push(message),
    };
    const i18n = createI18n({
      defaults: { 'app.hello': 'Hello', 'app.bye': 'Bye' },
      source,
      storage: storage(),
      browserLanguages: [],
    });
    await i18n.select('en-XA');
    const texts = () => ['app.hello', 'app.bye'].map((key) => written(i18n.snapshot().messages[key] ?? ''));
    expect(texts()).toEqual(['[Ĥî]', '[Ɓýé~]']);
    file.mockRejectedValueOnce(new Error('gone'));
    await i18n.refresh();
    expect(texts()).toEqual(['[Ĥéļļö~~]', '[Ɓýé~]']);
    expect(problems).toEqual(['gone']);
  });

  test('the mirrored one overrides the direction word by word', () => {
    expect(written(pseudoMessage('Save {n, number} rows', 'ar-XB'))).toBe(
      '\u202eSave\u202c {n, number} \u202erows\u202c',
    );
  });
});
