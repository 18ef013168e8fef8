import { describe, expect, test } from 'vitest';
import { parseError, RequestError } from './request-error.ts';

describe('an error of a request', () => {
  test('has its code as message, its name, and nothing that is not known', () => {
    const error = new RequestError('record.conflict');
    expect(error).toMatchObject({ name: 'RequestError', message: 'record.conflict', details: {}, referenceId: null });
    expect(error.status).toBeNull();
    expect(error).not.toHaveProperty('cause');
  });

  test('names the page of the provider that requires an action first, if there is one [spec 4.14]', () => {
    const redirectUrl = 'https://id.test/second-factor';
    expect(new RequestError('access.denied', { details: { redirectUrl } }).redirectUrl).toBe(redirectUrl);
    expect(new RequestError('access.denied').redirectUrl).toBeNull();
  });

  test('keeps its cause', () => {
    const cause = new TypeError('Failed to fetch');
    expect(new RequestError('network.unreachable', { cause }).cause).toBe(cause);
  });

  test('that ran out of time is Network timed out in logs, whatever the browser says [spec 8.21]', () => {
    const cause = new DOMException('The operation timed out.', 'TimeoutError');
    expect(new RequestError('network.timed-out', { cause }).message).toBe('Network timed out');
  });
});

describe('an item of an errors list', () => {
  test('gives code, message, details, reference and status', () => {
    const extensions = { code: 'record.conflict', details: { current: { version: 2 } }, referenceId: 'ref-1' };
    expect(parseError({ message: 'Someone was faster', extensions }, 200, 'request-1')).toMatchObject({
      code: 'record.conflict',
      message: 'Someone was faster',
      details: { current: { version: 2 } },
      referenceId: 'ref-1',
      status: 200,
    });
  });

  test.each([
    ['nothing', null],
    ['a text', 'record.conflict'],
    ['an item without extensions', { message: 7 }],
    ['extensions of another shape', { extensions: 'record.conflict' }],
    ['a code that is no text', { extensions: { code: 7, details: 7, referenceId: 7 } }],
    ['a code that is a list', { extensions: { code: ['record.conflict'] } }],
    ['a code that nothing knows', { extensions: { code: 'no.such-code' } }],
  ])('%s is unexpected, with the id of the request', (_name, item) => {
    expect(parseError(item, 500, 'request-1')).toMatchObject({
      code: 'unexpected',
      message: 'unexpected',
      details: {},
      referenceId: 'request-1',
      status: 500,
    });
  });

  test.each([502, 503, 504])('nothing with the status %d is a service that is away', (status) => {
    expect(parseError(null, status, null)).toMatchObject({ code: 'service.unavailable', status });
  });
});
