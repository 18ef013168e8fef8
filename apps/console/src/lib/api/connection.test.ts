import { afterEach, expect, it, vi } from 'vitest';
import { connection } from './connection.ts';

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
