// @vitest-environment happy-dom
import { AuthSDK } from '@backcounter/auth';
import { afterEach, expect, test, vi } from 'vitest';
import { handFrameAnswer } from './frame-callback.ts';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['/silent', true, []],
  ['/silent', false, [['/']]],
  ['/popup', true, []],
  ['/popup', false, [['/']]],
] as const)('%s where a page waits for the answer: %j [spec 2.22]', async (path, isAwaited, ledTo) => {
  const silent = vi.spyOn(AuthSDK.prototype, 'handleSilentCallback').mockResolvedValue(isAwaited);
  const popup = vi.spyOn(AuthSDK.prototype, 'handlePopupCallback').mockResolvedValue(isAwaited);
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  await handFrameAnswer(path);
  expect([silent, popup].map(({ mock }) => mock.calls.length)).toEqual(path === '/silent' ? [1, 0] : [0, 1]);
  expect(replace.mock.calls).toEqual(ledTo);
});
