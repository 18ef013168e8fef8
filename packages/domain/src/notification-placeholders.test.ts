import { expect, it, test } from 'vitest';
import { fillPlaceholders, longestFilled, placeholderProblem } from './notification-placeholders.ts';

const RUTH = { firstName: 'Ruth Damm', points: 1204, store: 'Harbour' };
const NONE = { firstName: null, points: null, store: null };

test.each([
  ['Hi {{firstName|there}}!', 'Hi Ruth!', 'Hi there!'],
  ['{{ firstName | you }}: {{points}} points', 'Ruth: 1,204 points', 'you: 0 points'],
  ['Back to {{store|your store}}', 'Back to Harbour', 'Back to your store'],
  ['No {braces}', 'No {braces}', 'No {braces}'],
])('%s', (text, filled, fallback) => {
  expect(placeholderProblem(text)).toBeNull();
  expect(fillPlaceholders(text, RUTH, 'en-US')).toBe(filled);
  expect(fillPlaceholders(text, NONE, 'en-US')).toBe(fallback);
  expect(fillPlaceholders(text, null, 'en-US')).toBe(fallback);
});

test.each([
  ['{{name|there}}', 'placeholder'],
  ['{{firstName}}', 'placeholder-fallback'],
  ['{{firstName| }}', 'placeholder-fallback'],
  ['{{store}} {{points}}', 'placeholder-fallback'],
  ['{{firstName|there', 'placeholder'],
  ['{{}}', 'placeholder'],
  ['{{firstName|a|b}}', 'placeholder'],
])('%s breaks %s', (text, rule) => {
  expect(placeholderProblem(text)).toBe(rule);
});

it('takes values as plain text: no placeholder in them, no marks, at most 40 characters', () => {
  const fill = (firstName: string) => fillPlaceholders('{{firstName|there}}', { ...RUTH, firstName }, 'en-US');
  expect(fill('{{points}}')).toBe('{{points}}');
  expect(fill('\u202e\u200bRuth\n Damm')).toBe('Ruth');
  expect(fill('\u200f')).toBe('there');
  expect(fill('👩'.repeat(90))).toBe('👩'.repeat(40));
  expect(fill("$&$'")).toBe("$&$'");
  expect(new TextEncoder().encode(fill('👩'.repeat(90))).length).toBeLessThanOrEqual(
    longestFilled('{{firstName|there}}').length,
  );
});

it('writes points as readers of the language do', () => {
  expect(fillPlaceholders('{{points}}', RUTH, 'de-DE')).toBe('1.204');
});
