import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { redirectOf, startUp, waitForAdminToken } from './start-up.ts';

const ORIGIN = 'https://office.test';
const ELSEWHERE = Object.assign(new Error('sign in'), { redirectUrl: 'https://id.test/authorize' });
const failing = (error: unknown) => ({ label: 'failing', run: () => Promise.reject(error) });

let assign: ReturnType<typeof vi.fn<(url: string) => void>>;
beforeEach(() => {
  assign = vi.fn();
  vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => vi.restoreAllMocks());

test('the steps run one after another', async () => {
  const order: string[] = [];
  const slow = { label: 'slow', run: async () => void order.push(await Promise.resolve('slow')) };
  const next = { label: 'next', run: () => void order.push('next') };
  expect(await startUp([slow, next], { origin: ORIGIN, assign })).toBe(true);
  expect(order).toEqual(['slow', 'next']);
  expect(console.error).not.toHaveBeenCalled();
});

test('a failed step is logged, the others run and the console mounts [spec 8.14]', async () => {
  const next = vi.fn();
  expect(await startUp([failing(new Error('down')), { label: 'next', run: next }], { origin: ORIGIN, assign })).toBe(
    true,
  );
  expect(next).toHaveBeenCalledTimes(1);
  expect(assign).not.toHaveBeenCalled();
  expect(console.error).toHaveBeenCalledWith('Start-up, failing:', new Error('down'));
});

test('an error with a redirect URL redirects, and nothing mounts [spec 4.14, 8.15]', async () => {
  const next = vi.fn();
  expect(await startUp([failing(ELSEWHERE), { label: 'next', run: next }], { origin: ORIGIN, assign })).toBe(false);
  expect(assign.mock.calls).toEqual([['https://id.test/authorize']]);
  expect(next).not.toHaveBeenCalled();
  expect(console.error).toHaveBeenCalledWith('Start-up, failing:', ELSEWHERE);
});

test.each(['https://id.test/authorize', 'http://id.test/', '/identity/account?enrol', '/'])(
  '%j is a redirect URL [spec 4.14]',
  (redirectUrl) => {
    expect(redirectOf({ redirectUrl }, ORIGIN)).toBe(redirectUrl);
  },
);

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'xhttps://id.test/',
  '',
  7,
  'relative',
  '//evil.test/x',
  '/\\evil.test',
  '/\t/evil.test',
  null,
])('%j is no address to go to [spec 4.14]', async (redirectUrl) => {
  expect(await startUp([failing({ redirectUrl })], { origin: ORIGIN, assign })).toBe(true);
  expect(assign).not.toHaveBeenCalled();
});

test.each([null, 'text', { other: 1 }])('the error %j has none', (error) => {
  expect(redirectOf(error, ORIGIN)).toBeNull();
});

describe('the admin token', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const wait = (obtain: () => Promise<string | null>, onLate = vi.fn<(cause: unknown) => void>()) => ({
    onLate,
    ended: waitForAdminToken({ obtain, patienceMs: 250, origin: ORIGIN, onLate }),
  });

  test('starts in its turn, and is not awaited beyond the limit [spec 4.11]', async () => {
    const ends = vi.fn();
    void wait(() => new Promise(() => undefined)).ended.then(ends);
    await vi.advanceTimersByTimeAsync(249);
    expect(ends).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ends.mock.calls).toEqual([[null]]);
  });

  test('delays nothing when it is fast', async () => {
    expect(await wait(async () => 'token').ended).toBe('token');
  });

  test('is only logged when it fails, in time or late [spec 8.10]', async () => {
    expect(await wait(() => Promise.reject(new Error('down'))).ended).toBeNull();
    const slow = Promise.withResolvers<string | null>();
    const { ended, onLate } = wait(() => slow.promise);
    await vi.advanceTimersByTimeAsync(250);
    expect(await ended).toBeNull();
    slow.reject(new Error('down'));
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.mocked(console.error).mock.calls).toEqual([
      ['Start-up, admin token:', new Error('down')],
      ['Start-up, admin token:', new Error('down')],
    ]);
    expect(onLate).not.toHaveBeenCalled();
  });

  test('does not mount when it redirects the browser in time [spec 4.14]', async () => {
    const { ended, onLate } = wait(() => Promise.reject(ELSEWHERE));
    await expect(ended).rejects.toBe(ELSEWHERE);
    expect(onLate).not.toHaveBeenCalled();
  });

  test('shows a toast instead when it redirects too late [spec 8.14]', async () => {
    const slow = Promise.withResolvers<string | null>();
    const { ended, onLate } = wait(() => slow.promise);
    await vi.advanceTimersByTimeAsync(250);
    expect(await ended).toBeNull();
    slow.reject(ELSEWHERE);
    await vi.advanceTimersByTimeAsync(0);
    expect(onLate.mock.calls).toEqual([[ELSEWHERE]]);
    expect(console.error).toHaveBeenCalledWith('Start-up, admin token:', ELSEWHERE);
  });
});
