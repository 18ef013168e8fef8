import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMissingKeyLog } from './missing-keys.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('missing keys are sent each once, in one batch, one second after the first [spec 9.11]', () => {
  const send = vi.fn();
  const log = createMissingKeyLog(send);
  log.report('de-DE', 'a');
  vi.advanceTimersByTime(900);
  log.report('de-DE', 'b');
  log.report('de-DE', 'a');
  vi.advanceTimersByTime(99);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(send.mock.calls).toEqual([
    [
      [
        { locale: 'de-DE', key: 'a' },
        { locale: 'de-DE', key: 'b' },
      ],
      false,
    ],
  ]);
  log.report('de-DE', 'a');
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('missing keys are sent once, early when the page is unloaded, and the second starts with the next one', () => {
  const send = vi.fn();
  const log = createMissingKeyLog(send);
  log.flush(true);
  expect(send).not.toHaveBeenCalled();
  log.report('de-DE', 'a');
  vi.advanceTimersByTime(600);
  log.flush(true);
  expect(send.mock.calls).toEqual([[[{ locale: 'de-DE', key: 'a' }], true]]);
  log.report('fr-FR', 'a');
  vi.advanceTimersByTime(999);
  expect(send).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(send.mock.calls[1]).toEqual([[{ locale: 'fr-FR', key: 'a' }], false]);
  vi.advanceTimersByTime(5000);
  expect(send).toHaveBeenCalledTimes(2);
});
