import { beforeEach, expect, test, vi } from 'vitest';
import { startUp } from './start-up.ts';

const failing = (error: unknown) => ({ label: 'failing', run: () => Promise.reject(error) });

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
});

test('a failed step is logged, the others run and the console mounts', async () => {
  const redirect = vi.fn();
  const next = vi.fn();
  expect(await startUp([failing(new Error('down')), { label: 'next', run: next }], redirect)).toBe(true);
  expect(next).toHaveBeenCalledTimes(1);
  expect(redirect).not.toHaveBeenCalled();
  expect(console.error).toHaveBeenCalledWith('Start-up, failing:', new Error('down'));
});

test('an error with a redirect URL redirects, and nothing mounts', async () => {
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
