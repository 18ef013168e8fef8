import { expect, it, onTestFinished, vi } from 'vitest';
import { SignInWatch } from './sign-in-watch.ts';

it('caches a valid sign-in for 3 s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let isOver = false;
  const standing = vi.fn(async (ids: readonly string[]) => new Set(isOver ? [] : ids));
  const watch = new SignInWatch({ standing });
  expect(await Promise.all([watch.stands('a'), watch.stands('a')])).toEqual([true, true]);
  isOver = true;
  vi.advanceTimersByTime(2_999);
  expect(await watch.stands('a')).toBe(true);
  expect(standing).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(await watch.stands('a')).toBe(false);
});
