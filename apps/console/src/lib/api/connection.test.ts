import { afterEach, expect, it, vi } from 'vitest';
import { connection, watchBrowserConnection } from './connection.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  connection.markRestored();
});

it('a late answer does not end being offline', () => {
  vi.stubGlobal('navigator', { onLine: false });
  connection.markLost();
  connection.markRestored();
  expect(connection.lostAt.get()).toBeInstanceOf(Date);
  vi.stubGlobal('navigator', { onLine: true });
  connection.markRestored();
  expect(connection.lostAt.get()).toBeNull();
});

it('keeps the time of the first loss', () => {
  connection.markLost();
  const first = connection.lostAt.get();
  connection.markLost();
  expect(connection.lostAt.get()).toBe(first);
});

it('is not lost if only one request failed and the server answers, even with an error', async () => {
  const fetch = vi.fn(async () => new Response(null, { status: 500 }));
  vi.stubGlobal('fetch', fetch);
  connection.doubt();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
  await Promise.resolve();
  expect(connection.lostAt.get()).toBeNull();
});

it('is lost if the server does not answer, and restored as soon as it does', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue(undefined);
  const fetch = vi.fn(async () => Promise.reject(new TypeError('Failed to fetch')));
  vi.stubGlobal('fetch', fetch);
  connection.doubt();
  connection.doubt();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(connection.lostAt.get()).toBeInstanceOf(Date);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(fetch).toHaveBeenCalledTimes(2);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  );
  await vi.advanceTimersByTimeAsync(3_000);
  expect(connection.lostAt.get()).toBeNull();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

it('asks the server once the browser is online again', async () => {
  const target = Object.assign(new EventTarget(), { navigator: { onLine: false } });
  watchBrowserConnection(target as unknown as Window);
  expect(connection.lostAt.get()).toBeInstanceOf(Date);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response()),
  );
  target.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(connection.lostAt.get()).toBeNull());
});
