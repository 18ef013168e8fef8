import { expect, it } from 'vitest';
import { isolated, isolatedList } from './isolated.ts';

it('keeps each text to itself, whatever its script', () => {
  expect(isolated('שלום')).toBe('\u2068שלום\u2069');
  expect(isolatedList(['Winter', 'شتاء'], 'en-US')).toBe('\u2068Winter\u2069, \u2068شتاء\u2069');
});

it('keeps separators of the language outside of the isolated texts', () => {
  const [first, between] = isolatedList(['Winter', 'شتاء'], 'ar-EG')
    .split(/[\u2068\u2069]/)
    .slice(1);
  expect(first).toBe('Winter');
  expect(between).not.toBe('');
  expect(isolatedList([], 'ar-EG')).toBe('');
});
