import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { redirectOf, startUp } from './start-up.ts';

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
