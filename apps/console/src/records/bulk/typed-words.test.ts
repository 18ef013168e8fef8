import { expect, it } from 'vitest';
import { isTypedAs } from './typed-words.ts';

it.each([
  ['suspend', 'Suspend', 'en-US', true],
  [' SPERREN ', 'Sperren', 'de-DE', true],
  ["desabonner d'un theme", 'Désabonner d’un thème', 'fr-FR', true],
  ['تعليق ', 'تعليق', 'ar-EG', true],
  ['', 'Suspend', 'en-US', false],
  ['...', 'Suspend', 'en-US', false],
  ['suspen', 'Suspend', 'en-US', false],
  ['reactivate', 'Suspend', 'en-US', false],
])('%j for %j in %s: %s', (typed, words, locale, isSame) => {
  expect(isTypedAs(typed, words, locale)).toBe(isSame);
});
