import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startUp } from './start-up.ts';

const failing = (error: unknown) => ({ label: 'failing', run: () => Promise.reject(error) });

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

test('a failed step is logged, the others run and the console mounts [spec 8.14]', async () => {
  const redirect = vi.fn();
  const next = vi.fn();
  expect(await startUp([failing(new Error('down')), { label: 'next', run: next }], redirect)).toBe(true);
  expect(next).toHaveBeenCalledTimes(1);
  expect(redirect).not.toHaveBeenCalled();
  expect(console.error).toHaveBeenCalledWith('Start-up, failing:', new Error('down'));
});

test('an error with a redirect URL redirects, and nothing mounts [spec 4.14, 8.15]', async () => {
  const redirect = vi.fn();
  const next = vi.fn();
  const error = Object.assign(new Error('sign in'), { redirectUrl: 'https://id.test/authorize' });
  expect(await startUp([failing(error), { label: 'next', run: next }], redirect)).toBe(false);
  expect(redirect).toHaveBeenCalledWith('https://id.test/authorize');
  expect(next).not.toHaveBeenCalled();
});

test.each(['javascript:alert(1)', '', 7, '/relative'])('%j is no address to go to', async (redirectUrl) => {
  const redirect = vi.fn();
  expect(await startUp([failing({ redirectUrl })], redirect)).toBe(true);
  expect(redirect).not.toHaveBeenCalled();
});

describe('a step with patience', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const deferred = () => Promise.withResolvers<void>();

  test('begins in its turn, and is not waited for longer [spec 4.9, 4.11]', async () => {
    const slow = deferred();
    const order: string[] = [];
    const mounted = startUp(
      [
        { label: 'current user', run: () => void order.push('current user') },
        {
          label: 'admin token',
          run: () => {
            order.push('admin token');
            return slow.promise;
          },
          patienceMs: 250,
        },
        { label: 'user', run: () => void order.push('user') },
      ],
      vi.fn(),
    );
    await vi.advanceTimersByTimeAsync(249);
    expect(order).toEqual(['current user', 'admin token']);
    await vi.advanceTimersByTimeAsync(1);
    expect(order).toEqual(['current user', 'admin token', 'user']);
    expect(await mounted).toBe(true);
    slow.resolve();
  });

  test('holds nothing up when it is quick', async () => {
    const next = vi.fn();
    expect(
      await startUp(
        [
          { label: 'quick', run: () => Promise.resolve(), patienceMs: 60_000 },
          { label: 'next', run: next },
        ],
        vi.fn(),
      ),
    ).toBe(true);
    expect(next).toHaveBeenCalledTimes(1);
  });

  test('redirects also when it fails too late, and is logged [spec 4.14]', async () => {
    const slow = deferred();
    const redirect = vi.fn();
    const mounted = startUp([{ label: 'slow', run: () => slow.promise, patienceMs: 250 }], redirect);
    await vi.advanceTimersByTimeAsync(250);
    expect(await mounted).toBe(true);
    const error = Object.assign(new Error('sign in'), { redirectUrl: 'https://id.test/authorize' });
    slow.reject(error);
    await vi.advanceTimersByTimeAsync(0);
    expect(redirect).toHaveBeenCalledWith('https://id.test/authorize');
    expect(console.error).toHaveBeenCalledWith('Start-up, slow:', error);
  });

  test('does not mount when it wants the browser elsewhere in time [spec 4.14]', async () => {
    const redirect = vi.fn();
    const error = { redirectUrl: 'https://id.test/authorize' };
    expect(await startUp([{ label: 'token', run: () => Promise.reject(error), patienceMs: 250 }], redirect)).toBe(
      false,
    );
    expect(redirect).toHaveBeenCalledTimes(1);
  });
});
