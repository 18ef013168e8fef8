import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DatabaseNotices, Notices } from './database-notices.ts';
import { LIVE_TOPICS } from './live-topics.ts';
import { type PeopleHere, RecordPeople } from './record-people.ts';

type Hear = (texts: readonly string[] | null) => void;
const processes: Hear[] = [];

/** A process whose notices reach all of them, as those of PostgreSQL do. */
function startProcess(): RecordPeople {
  const waiting: Notices<unknown>[] = [];
  let wake: () => void = () => undefined;
  processes.push((texts) => {
    waiting.push({
      payloads: (texts ?? []).map((text) => LIVE_TOPICS.record_people.parse(text)),
      isIncomplete: texts === null,
    });
    wake();
  });
  const live = {
    async *follow() {
      for (;;) {
        const notices = waiting.shift();
        if (notices) yield notices;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  } as unknown as DatabaseNotices;
  return new RecordPeople(live, {
    rows: async (_statement, [texts]) => {
      for (const hear of processes) hear(texts as string[]);
      return [];
    },
  });
}

function open(process: RecordPeople, sub: string, isEditing = false) {
  const ending = new AbortController();
  const seen: PeopleHere[] = [];
  const state = {
    seen,
    end: () => ending.abort(),
    isOver: false,
    subs: () => seen.at(-1)?.people.map((each) => each.sub),
  };
  void (async () => {
    for await (const here of process.follow('account 1', { sub, name: sub, isEditing }, 3, ending.signal))
      seen.push(here);
    state.isOver = true;
  })();
  return state;
}
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => {
  vi.useFakeTimers();
  processes.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

it('asks to follow again every 15 s, and a link that does not is gone after 40 s [live 6]', async () => {
  const process = startProcess();
  const ada = open(process, 'ada');
  await pass(14_000);
  expect(ada.seen).toEqual([{ beat: 3, people: [] }]);
  await pass(1_000);
  expect(ada.seen.at(-1)).toEqual({ beat: 4, people: [] });
  const bea = open(process, 'bea');
  await pass(100);
  expect(bea.subs()).toEqual(['ada']);
  await pass(26_500);
  expect(ada.isOver).toBe(true);
  expect(bea.subs()).toEqual([]);
});

it('following again in time shows no departure', async () => {
  const [one, two] = [startProcess(), startProcess()];
  const bea = open(two, 'bea');
  let ada = open(one, 'ada');
  await pass(1_000);
  for (let turn = 0; turn < 2; turn += 1) {
    await pass(9_000);
    ada.end();
    ada = open(one, 'ada');
  }
  await pass(3_000);
  expect(bea.seen.map(({ people }) => people.length)).toEqual([0, 1, 1]);
});

it('a process that has died has no one at a record after 40 s', async () => {
  const [one, two] = [startProcess(), startProcess()];
  open(one, 'ada');
  await pass(1_000);
  const first = open(two, 'bea');
  await pass(1_000);
  expect(first.subs()).toEqual(['ada']);
  processes[0] = () => undefined;
  processes.splice(0, 1);
  await pass(20_000);
  const second = open(two, 'bea');
  await pass(25_000);
  expect(second.subs()).toEqual([]);
});

it('people missed while the database was away are asked for again', async () => {
  const [one, two] = [startProcess(), startProcess()];
  const bea = open(two, 'bea');
  await pass(1_000);
  const hear = processes[1] as Hear;
  processes[1] = () => undefined;
  open(one, 'ada');
  await pass(1_000);
  expect(bea.subs()).toEqual([]);
  processes[1] = hear;
  hear(null);
  await pass(1_000);
  expect(bea.subs()).toEqual(['ada']);
});

it('a notice of many people stays below the limit of PostgreSQL', async () => {
  const process = startProcess();
  const sizes: number[] = [];
  processes.push((texts) => sizes.push(...(texts ?? []).map((text) => Buffer.byteLength(text))));
  for (let index = 0; index < 60; index += 1) open(process, `${index}-${'ü'.repeat(100)}`);
  await pass(1_000);
  expect(Math.max(...sizes)).toBeGreaterThan(7_000);
  expect(Math.max(...sizes)).toBeLessThan(8_000);
});
