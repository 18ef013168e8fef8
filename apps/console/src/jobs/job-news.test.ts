import { expect, test } from 'vitest';
import { JobEnds } from './job-news.ts';

const running = { id: 'a', state: 'RUNNING', finishedAt: null } as const;
const ended = (at: string, id = 'a') => ({ id, state: 'SUCCEEDED', finishedAt: at }) as const;

test('what had ended before one looked is no news; what ends later is told once', () => {
  const ends = new JobEnds();
  expect(ends.look([ended('1', 'old'), running])).toEqual([]);
  expect(ends.look([ended('1', 'old'), running])).toEqual([]);
  expect(ends.look([ended('1', 'old'), ended('2')])).toEqual([ended('2')]);
  expect(ends.look([ended('1', 'old'), ended('2')])).toEqual([]);
});

test('a job that began and ended between two looks is told [jobs 20]', () => {
  const ends = new JobEnds();
  ends.look([]);
  expect(ends.look([ended('1', 'quick')])).toEqual([ended('1', 'quick')]);
});

test('a job that was tried again tells of its second end as well', () => {
  const ends = new JobEnds();
  ends.look([ended('1')]);
  expect(ends.look([running])).toEqual([]);
  expect(ends.look([ended('2')])).toEqual([ended('2')]);
});
