import { expect, test } from 'vitest';
import { textIn } from './text-in.ts';

const texts = { 'en-US': 'Shop', 'de-DE': 'Laden', 'pt-BR': 'Loja', fr: 'Magasin' };

test.each([
  ['de-DE', 'Laden'],
  ['de-CH', 'Laden'],
  ['de-DE-u-hc-h23-nu-latn', 'Laden'],
  ['pt-PT', 'Loja'],
  ['fr-CA', 'Magasin'],
  ['ja-JP', 'Shop'],
  ['__proto__', 'Shop'],
  ['', 'Shop'],
])('for %s it is %s', (locale, text) => {
  expect(textIn(texts, locale)).toBe(text);
});

test('of other countries the first by name is taken, whatever their order', () => {
  expect(textIn({ 'en-US': 'en', 'de-DE': 'de', 'de-AT': 'at' }, 'de-CH')).toBe('at');
});

test('there is none when both the language and English are missing', () => {
  expect(textIn({ 'de-DE': 'Laden' }, 'fr-FR')).toBeNull();
});
