import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createToastStore } from './toast-store.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const shown = (store: ReturnType<typeof createToastStore>) => store.snapshot().visible.map((toast) => toast.message);

describe('time on screen', () => {
  test('5000 ms by default, extended by one second [spec 9.15, 9.16]', () => {
    const store = createToastStore();
    store.show({ type: 'positive', message: 'Saved' });
    expect(store.snapshot().visible[0]).toMatchObject({ position: 'top', lifetimeMs: 6000 });
    vi.advanceTimersByTime(5999);
    expect(shown(store)).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(shown(store)).toEqual([]);
  });

  test('a configured time is extended by one second, also zero [spec 9.16]', () => {
    const store = createToastStore();
    store.show({ type: 'info', message: 'short', timeoutMs: 0 });
    store.show({ type: 'info', message: 'longer', timeoutMs: 2000 });
    vi.advanceTimersByTime(1000);
    expect(shown(store)).toEqual(['longer']);
    vi.advanceTimersByTime(2000);
    expect(shown(store)).toEqual([]);
  });

  test('an ongoing toast remains until it is updated, then counts [spec 9.19]', () => {
    const store = createToastStore();
    const id = store.show({ type: 'ongoing', message: 'Exporting' });
    vi.advanceTimersByTime(3_600_000);
    store.update(id, { type: 'positive', message: 'Exported' });
    expect(shown(store)).toEqual(['Exported']);
    vi.advanceTimersByTime(6000);
    expect(shown(store)).toEqual([]);
    expect(store.snapshot().history.map((toast) => toast.message)).toEqual(['Exported']);
  });

  test('null remains until dismissed', () => {
    const store = createToastStore();
    const id = store.show({ type: 'negative', message: 'Failed', timeoutMs: null });
    vi.advanceTimersByTime(60_000);
    expect(shown(store)).toEqual(['Failed']);
    store.dismiss(id);
    expect(shown(store)).toEqual([]);
  });

  test('a pause keeps the remaining time; a second pause or resume changes nothing', () => {
    const store = createToastStore();
    const id = store.show({ type: 'positive', message: 'Saved' });
    vi.advanceTimersByTime(4000);
    store.pause(id);
    store.pause(id);
    vi.advanceTimersByTime(60_000);
    expect(store.snapshot().visible[0]?.isPaused).toBe(true);
    store.resume(id);
    store.resume(id);
    vi.advanceTimersByTime(1999);
    expect(shown(store)).toEqual(['Saved']);
    vi.advanceTimersByTime(1);
    expect(shown(store)).toEqual([]);
  });
});

test('history keeps the last hundred, newest first, also of dismissed toasts [ux 29]', () => {
  const store = createToastStore();
  for (let index = 1; index <= 120; index += 1)
    store.dismiss(store.show({ type: 'info', message: `message ${index}` }));
  const { history } = store.snapshot();
  expect(history).toHaveLength(100);
  expect(history[0]?.message).toBe('message 120');
  store.clearHistory();
  expect(store.snapshot().history).toEqual([]);
});

test('subscribers are called on each change until they unsubscribe', () => {
  const store = createToastStore();
  const listener = vi.fn();
  const leave = store.subscribe(listener);
  store.show({ type: 'info', message: 'one' });
  expect(listener).toHaveBeenCalledTimes(1);
  leave();
  store.show({ type: 'info', message: 'two' });
  expect(listener).toHaveBeenCalledTimes(1);
});

test('an ongoing toast remains without a timeout of its own, and counts with one', () => {
  const store = createToastStore();
  store.show({ type: 'ongoing', message: 'Exporting' });
  store.show({ type: 'ongoing', message: 'Short', timeoutMs: 0 });
  expect(store.snapshot().visible.map(({ lifetimeMs }) => lifetimeMs)).toEqual([null, 1000]);
});

test('toasts have different ids, and changing one does not affect the others', () => {
  const store = createToastStore();
  const first = store.show({ type: 'positive', message: 'First' });
  const second = store.show({ type: 'positive', message: 'Second' });
  expect(second).not.toBe(first);
  store.pause(second);
  expect(store.snapshot().visible.map(({ isPaused }) => isPaused)).toEqual([false, true]);
  store.resume(second);
  expect(store.snapshot().visible.map(({ isPaused }) => isPaused)).toEqual([false, false]);
  store.update(second, { type: 'warning', message: 'Changed' });
  expect(shown(store)).toEqual(['First', 'Changed']);
});

test('an update restarts the timer', () => {
  const store = createToastStore();
  const id = store.show({ type: 'positive', message: 'Old' });
  vi.advanceTimersByTime(5000);
  store.update(id, { type: 'positive', message: 'New' });
  vi.advanceTimersByTime(5999);
  expect(shown(store)).toEqual(['New']);
  vi.advanceTimersByTime(1);
  expect(shown(store)).toEqual([]);
});

test('an update without a timeout clears the remaining time', () => {
  const store = createToastStore();
  const id = store.show({ type: 'positive', message: 'Old' });
  store.update(id, { type: 'ongoing', message: 'Goes on' });
  vi.advanceTimersByTime(60_000);
  store.pause(id);
  store.resume(id);
  vi.advanceTimersByTime(60_000);
  expect(shown(store)).toEqual(['Goes on']);
});

test('a dismissed toast has no timer, and cannot be paused or resumed', () => {
  const store = createToastStore();
  const id = store.show({ type: 'positive', message: 'Gone' });
  store.dismiss(id);
  expect(vi.getTimerCount()).toBe(0);
  store.pause(id);
  store.resume(id);
  store.pause('toast-unknown');
  store.resume('toast-unknown');
  expect(vi.getTimerCount()).toBe(0);
  expect(shown(store)).toEqual([]);
});
