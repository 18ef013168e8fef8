import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Shutdown } from './shutdown.ts';

const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
const exit = vi.fn();
const before = new Map<string, NodeJS.SignalsListener[]>();
let shutdown: Shutdown;
let ended: string[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.spyOn(process, 'exit').mockImplementation(exit as unknown as typeof process.exit);
  exit.mockClear();
  for (const event of EVENTS) before.set(event, process.listeners(event as NodeJS.Signals));
  shutdown = new Shutdown();
  ended = [];
  const ends = (label: string) => async () => ended.push(label);
  shutdown.add('database', ends('database'));
  shutdown.add('worker', ends('worker'), 'with-drain');
  shutdown.add('requests', ends('requests'));
  shutdown.listenToSignals((drainMs) => ended.push(`${drainMs} ms more`));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  for (const event of EVENTS) {
    for (const listener of process.listeners(event as NodeJS.Signals))
      if (!before.get(event)?.includes(listener)) process.off(event, listener);
  }
  // Keep the test worker alive for the next files.
  process.channel?.ref();
});

it('a signal starts the drain immediately; parts end after it, in reverse order', async () => {
  shutdown.isServing(10_000);
  process.emit('SIGTERM');
  expect(shutdown.hasBegun).toBe(true);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(ended).toEqual(['worker', '10000 ms more']);
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toEqual(['worker', '10000 ms more', 'requests', 'database']);
  expect(exit.mock.calls).toEqual([[0]]);
});

it('a process that does not serve yet exits without a drain', async () => {
  process.emit('SIGINT');
  await vi.advanceTimersByTimeAsync(0);
  expect(ended).toEqual(['worker', 'requests', 'database']);
  expect(exit.mock.calls).toEqual([[0]]);
});

it('a second signal exits immediately, unless it repeats the first', () => {
  shutdown.isServing(10_000);
  process.emit('SIGTERM');
  vi.advanceTimersByTime(400);
  process.emit('SIGTERM');
  expect(exit).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  process.emit('SIGTERM');
  expect(exit.mock.calls).toEqual([[130]]);
});

it('the process exits if parts do not end within 15 s after the drain', async () => {
  shutdown.add('endless', () => new Promise(() => undefined));
  shutdown.isServing(10_000);
  process.emit('SIGTERM');
  await vi.advanceTimersByTimeAsync(24_999);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(exit.mock.calls).toEqual([[1]]);
});
