import { ErrorResponse, ErrorTimeout } from 'oidc-client-ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AuthError } from './auth.error.ts';
import { AutomaticSignIns } from './automatic-sign-ins.ts';
import { toAuthError } from './error-translation.ts';
import { isPassing } from './passing-error.ts';

const START_MS = 1_800_000_000_000;

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

const tooOften = expect.objectContaining({ kind: 'restarted-too-often' });

test('three restarts a minute are allowed, across page loads', () => {
  for (const second of [0, 1, 2]) new AutomaticSignIns().restart(START_MS + second * 1000);
  expect(() => new AutomaticSignIns().restart(START_MS + 3_000)).toThrow(tooOften);
  new AutomaticSignIns().restart(START_MS + 60_500);
});

test('three in a row that the server has not accepted are allowed, however long they take [sign-in 11]', () => {
  const automatic = new AutomaticSignIns();
  for (const _time of [1, 2, 3]) {
    automatic.begin(false);
    automatic.count();
  }
  expect(() => new AutomaticSignIns().begin(false)).toThrow(tooOften);
  expect(() => new AutomaticSignIns().restart(START_MS + 3_600_000)).toThrow(tooOften);
  automatic.reset();
  // Back without an answer counts as well.
  for (const _time of [1, 2, 3]) automatic.begin(true);
  expect(() => automatic.begin(true)).toThrow(tooOften);
});

test('a refused sign-in may restart once a minute, independent of the others [spec 4.7]', () => {
  const mayRetry = (afterMs: number) => new AutomaticSignIns().mayRetryDenied(START_MS + afterMs);
  expect([mayRetry(0), mayRetry(59_999), mayRetry(60_000), mayRetry(60_001)]).toEqual([true, false, true, false]);
  new AutomaticSignIns().restart(START_MS);
});

test('a clock that was set back delays nothing', () => {
  expect([START_MS + 3_600_000, START_MS].map((atMs) => new AutomaticSignIns().mayRetryDenied(atMs))).toEqual([
    true,
    true,
  ]);
});

test.each([
  [new ErrorResponse({ error: 'access_denied', error_description: 'No' }), 'access-denied', 'No'],
  [new ErrorResponse({ error: 'login_required' }), 'interaction-required', 'login_required'],
  [new ErrorResponse({ error: 'consent_required' }), 'interaction-required', 'consent_required'],
  [new ErrorResponse({ error: 'interaction_required' }), 'interaction-required', 'interaction_required'],
  [new ErrorResponse({ error: 'account_selection_required' }), 'interaction-required', 'account_selection_required'],
  [new ErrorResponse({ error: 'invalid_request' }), 'provider-error', 'invalid_request'],
  [new ErrorTimeout('Network timed out'), 'unreachable', 'Network timed out'],
  [new ErrorTimeout('IFrame timed out without a response'), 'unreachable', 'IFrame timed out without a response'],
  [new ErrorResponse({ error: 'server_error' }), 'provider-error', 'server_error'],
  [new TypeError('Failed to fetch'), 'unreachable', 'Failed to fetch'],
  [new Error('State does not match'), 'invalid-response', 'State does not match'],
  [new Error('No matching state found in storage'), 'invalid-response', 'No matching state found in storage'],
])('%s is told as %s [spec 8.24, 8.25, 8.26, 8.28]', (error, kind, message) => {
  expect(toAuthError(error)).toMatchObject({ kind, message, cause: error });
});

test.each([
  [new ErrorResponse({ error: 'server_error' }), true],
  [new ErrorResponse({ error: 'temporarily_unavailable' }), true],
  [new ErrorResponse({ error: 'invalid_grant' }), false],
  [new ErrorTimeout('Network timed out'), true],
  [new DOMException('', 'TimeoutError'), true],
  [new DOMException('', 'AbortError'), true],
  [new DOMException('', 'DataError'), false],
  [new TypeError('Failed to fetch'), true],
  [new Error('Service Unavailable (503)'), true],
  [new Error('Too Many Requests (429)'), true],
  [new Error('Bad Request (400)'), false],
  ['Service Unavailable (503)', false],
])('%s passes: %s', (error, passes) => {
  expect(isPassing(error)).toBe(passes);
});

test('an AuthError is kept unchanged', () => {
  const error = new AuthError('access-denied', 'No', { code: 'access_denied' });
  expect(toAuthError(error)).toBe(error);
  expect([error.name, error.code, error.cause]).toEqual(['AuthError', 'access_denied', undefined]);
  expect(new AuthError('unreachable', 'No')).not.toHaveProperty('cause');
});
