// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pageQuiet } from './page-quiet.ts';

let shown: string;
let status: 'idle' | 'pending';
let queries: QueryClient;
let free: (() => void)[];
const listeners = new Set<() => void>();
const heardOf: string[] = [];
const router = {
  get state() {
    return { status, matches: [{ fullPath: '/' }, { fullPath: '/' }, { fullPath: shown }] };
  },
  subscribe: (event: string, listener: () => void) => {
    heardOf.push(event);
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as unknown as Parameters<typeof pageQuiet>[0];

beforeEach(() => {
  vi.useFakeTimers();
  shown = '/accounts';
  status = 'idle';
  queries = new QueryClient();
  free = [];
  heardOf.length = 0;
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => void free.push(callback));
});
afterEach(() => {
  expect(listeners.size).toBe(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const turn = () => vi.advanceTimersByTimeAsync(0);
const beIdle = async () => {
  await turn();
  for (const callback of free.splice(0)) callback();
  await turn();
};
const draw = async () => {
  for (const listener of [...listeners]) listener();
  await turn();
};
const wait = () => {
  const done = vi.fn();
  void pageQuiet(router, queries).then(done);
  return done;
};

test('a rendered screen is quiet once the browser has been idle twice', async () => {
  const done = wait();
  await beIdle();
  expect(done).not.toHaveBeenCalled();
  await beIdle();
  expect(done).toHaveBeenCalledTimes(1);
});

test('on a page that is not a screen it waits for one', async () => {
  shown = '/no-access';
  const done = wait();
  await draw();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(free).toEqual([]);
  shown = '/accounts';
  await draw();
  await beIdle();
  await beIdle();
  expect(done).toHaveBeenCalledTimes(1);
  expect(new Set(heardOf)).toEqual(new Set(['onRendered']));
});

test('a loading screen is awaited, with its data', async () => {
  status = 'pending';
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  for (const [key, { promise }] of answers.entries())
    void queries.fetchQuery({ queryKey: [key], queryFn: () => promise });
  const done = wait();
  await turn();
  expect(free).toEqual([]);
  expect(heardOf).toEqual(['onRendered']);
  status = 'idle';
  await draw();
  await beIdle();
  await beIdle();
  for (const { resolve } of answers) {
    expect(done).not.toHaveBeenCalled();
    resolve(1);
    await turn();
    await beIdle();
  }
  expect(done).toHaveBeenCalledTimes(1);
});

test('missing data is awaited for 5 s', async () => {
  const answer = Promise.withResolvers<number>();
  void queries.fetchQuery({ queryKey: ['a'], queryFn: () => answer.promise });
  const done = wait();
  await beIdle();
  await vi.advanceTimersByTimeAsync(4_999);
  await beIdle();
  expect(done).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await beIdle();
  expect(done).toHaveBeenCalledTimes(1);
  answer.resolve(1);
  await turn();
});
