import { describe, expect, test } from 'vitest';
import { errorWords } from './error-text.ts';
import { RequestError } from './request-error.ts';

const reader = {
  t: (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(' '),
  locale: 'en-GB',
  timeZone: 'Asia/Tokyo',
};

describe('the text of a failure', () => {
  test.each([
    ['a known code has a text of its own', new RequestError('record.conflict'), 'error.record.conflict'],
    ['anything else that was thrown is unexpected', new TypeError('broken'), 'error.unexpected'],
    [
      'a limit says from when on it lets go, by the clock of the reader',
      new RequestError('disclosure.limit-reached', { details: { retryAt: '2026-11-21T14:31:52Z' } }),
      'error.disclosure.retry-at 21 Nov 2026, 23:31',
    ],
  ])('%s', (_name, error, text) => {
    expect(errorWords(error, reader)).toBe(text);
  });
});
