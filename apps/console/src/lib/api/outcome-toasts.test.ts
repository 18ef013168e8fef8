import { QueryObserver } from '@tanstack/react-query';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toasts } from '../page/toasts.ts';
import { RequestError } from './request-error.ts';

let outcome: typeof import('./outcome-toasts.ts');
let query: typeof import('./query-client.ts');

beforeAll(async () => {
  vi.stubGlobal('document', { getElementById: () => null, documentElement: {} });
  vi.stubGlobal('window', { location: { origin: 'https://console.test' } });
  [outcome, query] = await Promise.all([import('./outcome-toasts.ts'), import('./query-client.ts')]);
});
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  for (const { id } of toasts.snapshot().visible) toasts.dismiss(id);
});

const visible = () => toasts.snapshot().visible;
const UNREACHABLE = 'No answer from the server. Try again in a moment.';

describe('an error', () => {
  test('is a warning at the top with the error icon, and "Error: " before the message [spec 8.4]', () => {
    outcome.showRequestError(new RequestError('network.unreachable'));
    expect(visible()).toMatchObject([
      { type: 'warning', icon: 'error', position: 'top', lifetimeMs: 6000, message: `Error: ${UNREACHABLE}` },
    ]);
  });

  test('has its code and reference for support', () => {
    outcome.showRequestError(new RequestError('unexpected', { referenceId: 'ref-1' }));
    outcome.showRequestError(new RequestError('access.denied'));
    expect(visible().map(({ details }) => details)).toEqual(['unexpected ref-1', 'access.denied']);
  });

  test('without a request behind it has no details', () => {
    outcome.showError('Deutsch could not be loaded.');
    expect(visible()).toMatchObject([
      { type: 'warning', icon: 'error', message: 'Error: Deutsch could not be loaded.' },
    ]);
    expect(visible()[0]).not.toHaveProperty('details');
  });
});

describe('a change that succeeded', () => {
  test('is green at the top with the done icon: Action Completed Successfully! [spec 8.5]', () => {
    outcome.showDone();
    expect(visible()).toMatchObject([
      { type: 'positive', icon: 'done', position: 'top', lifetimeMs: 6000, message: 'Action Completed Successfully!' },
    ]);
  });

  test('may offer the way back, and longer', () => {
    const onClick = vi.fn();
    outcome.showDone({ timeoutMs: 15_000, action: { label: 'Undo', onClick } });
    expect(visible()).toMatchObject([
      { type: 'positive', icon: 'done', lifetimeMs: 16_000, action: { label: 'Undo' } },
    ]);
  });
});

describe('an answer without a place on the page', () => {
  const fail = (code: ConstructorParameters<typeof RequestError>[0], key = code as string, meta?: object) =>
    query.queryClient
      .fetchQuery({
        queryKey: ['toast-test', key],
        queryFn: () => Promise.reject(new RequestError(code)),
        staleTime: 0,
        retry: false,
        meta: { errorsShown: 'in-toast', ...meta },
      })
      .catch((error: unknown) => error);

  beforeEach(() => query.queryClient.clear());

  test('brings a toast when it fails [spec 8.4]', async () => {
    await fail('unexpected');
    expect(visible()).toMatchObject([{ type: 'warning', details: 'unexpected' }]);
  });

  test('brings one toast until it succeeds, however often it is requested', async () => {
    await fail('unexpected', 'polled');
    await fail('unexpected', 'polled');
    expect(visible()).toHaveLength(1);
    await query.queryClient.fetchQuery({ queryKey: ['toast-test', 'polled'], queryFn: () => 1, staleTime: 0 });
    await fail('unexpected', 'polled');
    expect(visible()).toHaveLength(2);
  });

  test.each(['session.required', 'session.expired', 'operation.not-allowed', 'network.unreachable'] as const)(
    'brings none for %s, which is seen already',
    async (code) => {
      await fail(code);
      expect(visible()).toEqual([]);
    },
  );

  test('brings none where the failure is shown elsewhere, or by the place itself [spec 8.4]', async () => {
    await fail('unexpected', 'elsewhere', { errorsShown: 'elsewhere' });
    await fail('unexpected', 'in place', { errorsShown: undefined });
    expect(visible()).toEqual([]);
  });

  test('brings none for a fault of the console itself', async () => {
    const broken = { queryKey: ['toast-test', 'fault'], queryFn: () => Promise.reject(new TypeError('fault')) };
    await query.queryClient.fetchQuery({ ...broken, meta: { errorsShown: 'in-toast' } }).catch(() => null);
    expect(visible()).toEqual([]);
  });
});

describe('an answer is requested again', () => {
  test.each([
    ['network.unreachable', 3],
    ['network.timed-out', 3],
    ['service.unavailable', 3],
    ['unexpected', 1],
    ['access.denied', 1],
  ] as const)('after %s: asked %d times', async (code, times) => {
    vi.useFakeTimers();
    const ask = vi.fn(() => Promise.reject(new RequestError(code)));
    const observer = new QueryObserver(query.queryClient, { queryKey: ['retry-test', code], queryFn: ask });
    const stop = observer.subscribe(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(observer.getCurrentResult().error).toMatchObject({ code });
    expect(ask).toHaveBeenCalledTimes(times);
    stop();
    vi.useRealTimers();
  });
});
