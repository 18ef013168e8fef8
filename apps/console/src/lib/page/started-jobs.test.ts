import { expect, test } from 'vitest';
import { announceJob, startedJobs } from './started-jobs.ts';

test('a job that was started here is there once until the tray takes it', () => {
  let told = 0;
  const following = startedJobs.ids.subscribe(() => {
    told += 1;
  });
  announceJob('one');
  announceJob('one');
  announceJob('two');
  expect(startedJobs.ids.get()).toEqual(['one', 'two']);
  expect(told).toBe(2);
  expect(startedJobs.take()).toEqual(['one', 'two']);
  expect(startedJobs.ids.get()).toEqual([]);
  expect(startedJobs.take()).toEqual([]);
  expect(told).toBe(3);
  following.unsubscribe();
  announceJob('three');
  expect(told).toBe(3);
});
