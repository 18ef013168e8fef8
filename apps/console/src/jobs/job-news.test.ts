import { expect, test } from 'vitest';
import { JobEnds } from './job-news.ts';

const running = { id: 'a', state: 'RUNNING', finishedAt: null } as const;
const ended = (at: string, id = 'a') => ({ id, state: 'SUCCEEDED', finishedAt: at }) as const;

test('earlier ends are not reported; later ones are, once', () => {
  const ends = new JobEnds();
  expect(ends.look([ended('1', 'old'), running])).toEqual([]);
  expect(ends.look([ended('1', 'old'), running])).toEqual([]);
  expect(ends.look([ended('1', 'old'), ended('2')])).toEqual([ended('2')]);
  expect(ends.look([ended('1', 'old'), ended('2')])).toEqual([]);
});

test('a job that starts and ends between two looks is reported [jobs 20]', () => {
  const ends = new JobEnds();
  ends.look([]);
  expect(ends.look([ended('1', 'quick')])).toEqual([ended('1', 'quick')]);
});

test('the second end of a retried job is reported as well', () => {
  const ends = new JobEnds();
  ends.look([ended('1')]);
  expect(ends.look([running])).toEqual([]);
  expect(ends.look([ended('2')])).toEqual([ended('2')]);
});
